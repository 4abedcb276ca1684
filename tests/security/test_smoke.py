from matters.access import acting_as
from matters.models import Matter
from documents.models import Document
from documents.jobs import work_off_jobs
from documents.models import *
from retrieval.models import Passage


def test_smoke(committed, firm):
    firm.file()
    print(work_off_jobs())
    with acting_as(firm.member):
        assert Document.objects.visible_to(firm.member).count() == 1
        for s in IngestStep.objects.visible_to(firm.member): print(s, s.error, s.seconds)
        for s in Clause.objects.visible_to(firm.member): print(s.position, s.kind, repr(s.path), s.heading)
        for s in Passage.objects.visible_to(firm.member): print(s.position, repr(s.text[:50]), repr(s.context), s.embedding is not None)
    with acting_as(firm.walled):
        assert Document.objects.visible_to(firm.walled).count() == 0
        assert Document.objects.unscoped(reason="test").count() == 0
