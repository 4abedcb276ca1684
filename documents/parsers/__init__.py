"""Reading a file into its text, its pages and its paragraphs; always in a limited child process."""
