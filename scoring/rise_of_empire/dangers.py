"""What may fell an empire at the end of its next session, in words, with what nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.finishing import reason_to_fall_now
from scoring.rise_of_empire.layout import Age
from scoring.rise_of_empire.outlook import Forecast, empire_forecast
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    Fall,
    free_boxes,
)
from scoring.rules import Remark
from scoring.words import Message, _, make_message

LATELY = 3  # scores by which an empire's next one is judged


def empire_dangers(campaign: CampaignState, empire: EmpireState) -> tuple[Remark, ...]:
    """What may really happen at the end of its next session.

    Nothing threatens who has won or has fallen, anybody once the campaign is won, or an empire
    before its first game.
    """
    if not has_something_at_stake(campaign, empire):
        return ()
    ahead = empire_forecast(campaign, empire)
    dark = dark_age_danger(ahead) if is_dark_age_near(empire, ahead) else ()
    return (*twilight_danger(campaign, empire, ahead), *dark)


def empire_hints(campaign: CampaignState, empire: EmpireState) -> tuple[Remark, ...]:
    """What an empire should know and needn't fear: prices nobody filled in, knowledge to gain."""
    if not has_something_at_stake(campaign, empire):
        return ()
    ahead = empire_forecast(campaign, empire)
    return () if is_dark_age_near(empire, ahead) else tuple(dark_age_danger(ahead))


def empire_hopes(campaign: CampaignState, empire: EmpireState) -> tuple[Remark, ...]:
    """ROE-33 and 36: one box from the next age, or from winning the campaign."""
    if not has_something_at_stake(campaign, empire):
        return ()
    if min(free_boxes(campaign, empire).values()) != 1:
        return ()
    if empire.sheet.age == Age.INDUSTRIAL:
        return (Remark(_("One box from winning the campaign."), book.VICTORY),)
    return (Remark(_("One box from a new age."), book.AGE_CHANGE),)


def has_something_at_stake(campaign: CampaignState, empire: EmpireState) -> bool:
    played = bool(empire.sheet.scores or empire.past)
    return empire.alive and played and not campaign.over


def is_dark_age_near(empire: EmpireState, ahead: Forecast) -> bool:
    """ROE-26 and 29: a score brings as much knowledge, so its worst lately would not be enough."""
    if not ahead.prices_all:
        return True
    worst = min(empire.sheet.scores[-LATELY:], default=0)
    return ahead.certain and (ahead.dark_age_below or 0) > worst


def twilight_danger(
    campaign: CampaignState, empire: EmpireState, ahead: Forecast
) -> Iterator[Remark]:
    """ROE-37: once the scores are settled it is known, before that it is a number."""
    session = campaign.session
    seat = session.seat(empire.key) if session and session.scored else None
    fall = reason_to_fall_now(campaign, empire, seat) if seat else ""
    if fall:
        rule = book.SOLO if fall == Fall.SOLO else book.TWILIGHT
        yield Remark(_("Collapses at the end of this session."), rule)
    elif ahead.twilight_below is not None:
        below = ahead.twilight_below
        yield Remark(
            make_message(
                _("Collapses if the next score is below %(score)s."), score=below
            ),
            book.TWILIGHT,
        )


def dark_age_danger(ahead: Forecast) -> Iterator[Remark]:
    """ROE-29: what the cheapest invention left asks for, as far as prices are known."""
    if not ahead.prices_all:
        yield Remark(_("No invention of its age left to buy."), book.CANNOT_BUY)
    elif ahead.cheapest is None:
        yield Remark(_("Fill in prices to see what you can afford."), book.CANNOT_BUY)
    elif missing := ahead.dark_age_below:
        text = missing_score_message(ahead, missing, ahead.cheapest)
        yield Remark(text, book.CANNOT_BUY)


def missing_score_message(ahead: Forecast, knowledge: int, cheapest: int) -> Message:
    if ahead.certain:
        return make_message(
            _(
                "Needs %(knowledge)s more knowledge or it collapses. The cheapest "
                "invention costs %(price)s."
            ),
            knowledge=knowledge,
            price=cheapest,
        )
    return make_message(
        _(
            "%(knowledge)s more knowledge needed for the cheapest known invention. "
            "%(unknown)s of %(all)s prices are unknown."
        ),
        knowledge=knowledge,
        unknown=ahead.prices_all - ahead.prices_known,
        all=ahead.prices_all,
    )
