"""A few acts and one end of a session are found without reading all others of a log."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0013_empires_after_sessions'),
        ('companion', '0011_notices_to_live_pages'),
    ]

    operations = [
        migrations.AlterField(
            model_name='sessionend',
            name='campaign',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ends', to='campaign.campaign', verbose_name='campaign'),
        ),
        migrations.AddIndex(
            model_name='act',
            index=models.Index(fields=['log', 'kind', 'number'], name='acts_by_kind'),
        ),
        migrations.AddIndex(
            model_name='sessionend',
            index=models.Index(fields=['campaign', 'session', 'act'], name='ends_in_short'),
        ),
    ]
