"""What is possible on a sheet from paper but unusual: pointed out, never held against it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.cards import number_label
from scoring.rise_of_empire.layout import SHEET_AGES, Category
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.state import CampaignState, Invention
from scoring.rules import Remark
from scoring.words import _, make_message


def take_over_doubts(
    campaign: CampaignState, act: TakeOverEmpire
) -> tuple[Remark, ...]:
    if act.age not in campaign.layouts:
        return ()
    return (
        *about_provinces(campaign, act),
        *about_sessions(act),
        *about_earlier_ages(campaign, act),
        *(
            remark
            for card in act.inventions
            for remark in about_invention(campaign, card)
        ),
    )


def about_provinces(campaign: CampaignState, act: TakeOverEmpire) -> Iterator[Remark]:
    """ROE-9: with each province a box is ticked, as long as there is one."""
    provinces, boxes = len(act.provinces), len(act.boxes)
    full = boxes == len(campaign.layouts[act.age].map)
    if provinces < boxes or (provinces > boxes and not full):
        yield Remark(
            make_message(
                _("%(provinces)s provinces, but %(boxes)s map boxes ticked."),
                provinces=provinces,
                boxes=boxes,
            ),
            book.GAIN_PROVINCE,
        )


def about_sessions(act: TakeOverEmpire) -> Iterator[Remark]:
    """Who has played bought an invention; who hasn't has nothing on the sheet."""
    if act.scores and not act.inventions:
        yield Remark(
            _("It has scores but no invention. Every session brings one."),
            book.BUYING,
        )
    if not act.scores and (act.ticks.total or act.provinces or act.inventions):
        yield Remark(_("It owns cards or ticks but has no score."), book.CARRIED_OVER)


def about_earlier_ages(
    campaign: CampaignState, act: TakeOverEmpire
) -> Iterator[Remark]:
    """ROE-33: every age left behind had a full track."""
    left = SHEET_AGES[: [str(age) for age in SHEET_AGES].index(act.age)]
    fewest = sum(
        min(campaign.layouts[age].length(one) for one in Category) for age in left
    )
    if act.earlier_ticks < fewest:
        yield Remark(
            make_message(
                _("An empire of this age has ticked at least %(fewest)s boxes before."),
                fewest=fewest,
            ),
            book.CARRIED_OVER,
        )


def about_invention(campaign: CampaignState, card: Invention) -> Iterator[Remark]:
    """A card the table has met before, with another price or colour."""
    known = campaign.catalogue.get(card.number)
    if known is None:
        return
    if known.price is not None and known.price != card.price:
        yield Remark(
            make_message(
                _("%(card)s cost %(price)s until now."),
                card=known.name or number_label(card.number),
                price=known.price,
            ),
            book.BUYING,
        )
    if known.colour and known.colour != card.colour:
        yield Remark(
            make_message(
                _("%(card)s had another colour until now."),
                card=known.name or number_label(card.number),
            ),
            book.INVENTIONS,
        )
