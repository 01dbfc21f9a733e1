"""What a finished session left of each empire, in a few columns: read off the state it left."""

import django.db.models.deletion
from django.db import migrations, models


def read_ends(apps, _schema_editor):
    from companion.log.engines import ENGINES
    from scoring.rise_of_empire.finishing import left_columns

    engine = ENGINES["campaign"]
    rows = apps.get_model("campaign", "EmpireAfterSession").objects
    empires = apps.get_model("campaign", "Empire").objects
    ends = apps.get_model("campaign", "SessionEnd").objects
    for campaign in apps.get_model("campaign", "Campaign").objects.only("pk"):
        keys = dict(empires.filter(campaign=campaign).values_list("key", "pk"))
        for end in ends.filter(campaign=campaign).iterator(chunk_size=50):
            own = {"campaign_id": campaign.pk, "act_id": end.act_id}
            own["session_id"] = end.session_id
            rows.bulk_create(
                rows.model(**own, empire_id=keys[one.key], **left_columns(one))
                for one in engine.load(end.state).empires
            )


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0012_ties_are_shared'),
    ]

    operations = [
        migrations.CreateModel(
            name='EmpireAfterSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('age', models.CharField(max_length=20, verbose_name='age')),
                ('status', models.CharField(max_length=20, verbose_name='status')),
                ('fall', models.CharField(blank=True, max_length=20, verbose_name='why')),
                ('falling', models.JSONField(default=list, verbose_name='scores')),
                ('ticks', models.PositiveIntegerField(verbose_name='ticks')),
                ('knowledge', models.PositiveIntegerField(verbose_name='knowledge')),
                ('knowledge_on_paper', models.PositiveIntegerField(verbose_name='knowledge')),
                ('provinces_on_paper', models.PositiveSmallIntegerField(verbose_name='provinces held')),
                ('maps', models.JSONField(default=list, verbose_name='map boxes')),
                ('act', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaign.act', verbose_name='act')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='left', to='campaign.campaign', verbose_name='campaign')),
                ('empire', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='left', to='campaign.empire', verbose_name='empire')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='left', to='campaign.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'empire after a session',
                'verbose_name_plural': 'empires after sessions',
                'ordering': ('campaign_id', 'session__number', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('session', 'empire'), name='left_once_per_session')],
            },
        ),
        migrations.RunPython(read_ends, migrations.RunPython.noop),
    ]
