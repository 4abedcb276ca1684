// Keys, copying, folding, dropping and sending files. Every page works without this script.
"use strict";

(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const say = (text) => { one("#status").textContent = text; };

  // Folding: parts that stand open on wide screens start closed on narrow ones.
  const widths = [600, 900].map((width) => [String(width), window.matchMedia(`(max-width: ${width - 1}px)`)]);
  const fold = (within = document) => widths.forEach(([width, narrow]) =>
    all(`details[data-fold="${width}"]`, within).forEach((part) => { part.open = !narrow.matches; }));
  widths.forEach(([, narrow]) => narrow.addEventListener("change", () => fold()));

  // The cited span is brought into its pane without moving the page.
  const showCited = () => {
    const pane = one("#source");
    const cited = pane && one("mark.on, .page-image polygon", pane);
    if (!cited || pane.scrollHeight <= pane.clientHeight) return;
    pane.scrollTop += cited.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  };

  const prepare = (within = document) => {
    all("[data-needs-script]", within).forEach((part) => { part.hidden = false; });
    fold(within);
    const summary = one("[data-takes-focus]", within);
    if (summary) summary.focus();
    showCited();
    all("#source img").forEach((image) => image.addEventListener("load", showCited, { once: true }));
  };

  // Single keys can be switched off; the choice stays in this browser.
  const singleKeys = () => localStorage.getItem("single-keys") !== "off";
  const showSingleKeys = () => all("[data-single-keys]").forEach((button) =>
    button.setAttribute("aria-pressed", String(singleKeys())));

  const copyFrom = async (button) => {
    await navigator.clipboard.writeText(one(`#${button.dataset.copyFrom}`).textContent.trim() + "\n");
    say("Copied with citations.");
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy-from], [data-help], [data-single-keys]");
    all("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
    if (!button) return;
    if (button.dataset.copyFrom) {
      copyFrom(button).catch(() => say("Copying is not allowed by this browser. Select the text instead."));
    } else if ("help" in button.dataset) {
      one("#keys").showModal();
    } else {
      localStorage.setItem("single-keys", singleKeys() ? "off" : "on");
      showSingleKeys();
    }
  });

  // Keys
  const step = (by) => {
    const rows = all("[data-row]").filter((row) => row.offsetParent);
    const here = rows.findIndex((row) => row === document.activeElement);
    const next = rows[here === -1 ? (by > 0 ? 0 : rows.length - 1) : here + by];
    if (next) next.focus();
  };
  const page = (by) => {
    const link = one(by > 0 ? "#source [rel=next]" : "#source [rel=prev]");
    if (link) return link.click();
    const pages = all(".page-view");
    const here = pages.findLastIndex((part) => part.getBoundingClientRect().top < 200);
    if (pages[here + by]) pages[here + by].scrollIntoView();
  };
  const focusOn = (selector) => { const part = one(selector); if (part) part.focus(); };
  const sourceAndBack = () => {
    const source = one("#source");
    if (source) (source.contains(document.activeElement) ? one(".cite[aria-current]") : source).focus();
  };
  const keys = {
    "/": () => focusOn(one("#bar-q")?.offsetParent ? "#bar-q" : "main input[type=search], .bar-search-link"),
    "?": () => one("#keys")?.showModal(),
    j: () => step(1), k: () => step(-1), "]": () => page(1), "[": () => page(-1),
    o: sourceAndBack, c: () => one('[data-key="c"]')?.click(), d: () => focusOn("[name=as_of]"), t: () => focusOn("#outline"),
  };
  let going = 0;
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = event.target.closest("[data-submit-keys]");
      if (form) { event.preventDefault(); form.requestSubmit(); }
      return;
    }
    const menu = one("details.menu[open]");
    if (event.key === "Escape" && menu) { menu.open = false; one("summary", menu).focus(); return; }
    if (field || menu || one("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return;
    const after = Date.now() - going < 1500;
    going = event.key === "g" && !after ? Date.now() : 0;
    const act = after ? one(`[data-go="${CSS.escape(event.key)}"]`)
      : /^[1-9]$/.test(event.key) ? one(`[data-cite="${event.key}"]`) : null;
    if (act) { event.preventDefault(); act.click(); } else if (!after && keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });

  // Sending files: one request each, so that each has its progress and its own result.
  const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
  const row = (file, word) => {
    const item = document.createElement("li");
    const middle = document.createElement("div");
    const name = document.createElement("strong");
    name.textContent = `${file.name} (${size(file.size)})`;
    middle.append(name);
    item.append(word, middle);
    return [item, middle];
  };
  const send = (form, file, list) => new Promise((done) => {
    const [item, middle] = row(file, "Sending");
    const bar = document.createElement("progress");
    bar.max = file.size || 1;
    bar.value = 0;
    bar.setAttribute("aria-label", `Sending ${file.name}`);
    middle.append(bar);
    list.append(item);
    const body = new FormData(form);
    body.delete("files");
    body.append("files", file);
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.upload.addEventListener("progress", (event) => { bar.value = Math.min(event.loaded, bar.max); });
    request.addEventListener("loadend", () => {
      const results = request.response ? all("#results > li", request.response) : [];
      const refused = request.response && one(".error-summary", request.response);
      if (results.length) item.replaceWith(...results);
      else if (refused) { item.remove(); done(request.response); return; }
      else { bar.remove(); item.firstChild.data = "Not filed"; middle.append(" The portal did not take this file. Nothing of it was kept; send it again."); }
      done(null);
    });
    request.open("POST", form.action);
    request.send(body);
  });
  const sendAll = async (form) => {
    const input = one("input[type=file]", form);
    const list = one("#results", form);
    const files = [...input.files];
    for (const file of files) {
      const answer = await send(form, file, list);
      if (answer) { // The fields were refused: nothing was filed, the fields show why.
        const filled = one("#main", answer);
        one("#main").replaceWith(filled);
        document.title = answer.title;
        one("input[type=file]", filled).files = input.files;
        prepare(filled);
        return;
      }
    }
    input.value = "";
    all(".error-summary, .field-error").forEach((old) => old.remove());
    document.title = document.title.replace(/^Error: /, "");
    say(files.length === 1 ? "1 file was sent. Its result is in the list." : `${files.length} files were sent. Their results are in the list.`);
  };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-upload]");
    const several = form && one("input[type=file]", form).files.length > 1;
    const forOne = several && all("[name=title], [name=version_of]", form).some((field) => field.value);
    if (!form || forOne || !one("input[type=file]", form).files.length) return; // The portal answers the whole form.
    event.preventDefault();
    const button = one("button.button-primary", form);
    button.disabled = true;
    sendAll(form).finally(() => { button.disabled = false; });
  });
  ["dragover", "dragleave", "drop"].forEach((kind) => document.addEventListener(kind, (event) => {
    const drop = event.target.closest?.("[data-drop]");
    if (!drop) return;
    event.preventDefault();
    drop.classList.toggle("is-over", kind === "dragover");
    if (kind === "drop") one("input[type=file]", drop).files = event.dataTransfer.files;
  }));

  // htmx: say what is going on, and what went wrong.
  let waiting;
  document.addEventListener("htmx:beforeRequest", (event) => {
    event.detail.target.setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    if (!event.detail.requestConfig.elt.matches('[hx-trigger^="every"]')) waiting = setTimeout(() => say("Loading…"), 400);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    event.detail.target.removeAttribute("aria-busy");
    clearTimeout(waiting);
    if (one("#status").textContent === "Loading…") say("");
  });
  document.addEventListener("htmx:responseError", () => say("The portal stopped at an error. What you see is unchanged; try once more."));
  document.addEventListener("htmx:sendError", () => say("The portal did not answer. What you see is unchanged; try once more."));
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt === document.body) return;
    prepare(event.detail.elt);
    if (event.detail.elt.id === "workspace" && widths[0][1].matches) focusOn("#source");
  });

  prepare();
  showSingleKeys();
})();
