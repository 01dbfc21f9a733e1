"""Which acts undo and edit others is found without reading the rest of a log."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0013_empires_left'),
        ('companion', '0011_notices_to_live_pages'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='act',
            index=models.Index(fields=['log', 'kind', 'number'], name='acts_by_kind'),
        ),
    ]
