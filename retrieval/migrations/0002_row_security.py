from django.db import migrations

from matters.row_security import protect


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0001_initial"), ("documents", "0003_row_security")]

    operations = [protect("retrieval_passage")]
