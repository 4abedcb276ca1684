from django.db import migrations

from matters.row_security import protect


class Migration(migrations.Migration):
    dependencies = [("documents", "0002_initial"), ("matters", "0002_access")]

    operations = [
        protect("documents_document"),
        protect("documents_documentversion"),
        protect("documents_documenttext"),
        protect("documents_page"),
        protect("documents_clause"),
        protect("documents_ingeststep"),
    ]
