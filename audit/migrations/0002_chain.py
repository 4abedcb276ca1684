from django.db import migrations

from audit.sql import PERMIT, REFUSE, SEAL, UNSEAL


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [migrations.RunSQL(SEAL, UNSEAL), migrations.RunSQL(REFUSE, PERMIT)]
