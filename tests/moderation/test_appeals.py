"""Appeals: once for each decision, answered by another moderator, who can lift what was imposed."""

from datetime import datetime

import pytest

from accounts import notices as all_notices
from accounts import standing
from accounts.models import Notice, Player, Sanction
from common.errors import UserError
from moderation.models import Act, Appeal
from moderation.services import appeals, lifting
from tests.moderation.conftest import NOW, code_of, reported

pytestmark = pytest.mark.django_db


@pytest.fixture
def sanction(vera: Player, maud: Player) -> Sanction:
    return standing.impose(player=vera, kind="muted", reason="Insults", now=NOW, by=maud)


def act_on(player: Player, reporter: Player, by: Player, sanction: Sanction | None = None, kind: str = "mute") -> Act:
    case = reported(player, reporter).case
    return Act.objects.create(case=case, kind=kind, player=player, by=by, at=NOW, reason="Insults", sanction=sanction)


def refused(doing: object, **kwargs: object) -> str:
    with pytest.raises(UserError) as caught:
        doing(**kwargs)  # type: ignore[operator]
    return code_of(caught)


def test_an_upheld_appeal_lifts_the_sanction_and_tells_why(sanction: Sanction, vera: Player, milo: Player) -> None:
    sent = appeals.appeal(player=vera, sanction=sanction, text="It was a joke among friends.", now=NOW)
    assert list(Appeal.objects.waiting()) == [sent]
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="upheld", text="You are right, sorry.", now=NOW)
    sanction.refresh_from_db()
    assert (sanction.lifted_at, sanction.lifted_by) == (NOW, milo)
    [notice] = Notice.objects.filter(player=vera).exclude(kind="sanction-imposed")
    assert notice.kind == "appeal-upheld"
    assert "You are right, sorry." in all_notices.sentence(notice)
    assert not Appeal.objects.waiting().exists()


def test_a_rejected_appeal_leaves_it_in_force(sanction: Sanction, vera: Player, milo: Player) -> None:
    sent = appeals.appeal(player=vera, sanction=sanction, text="Why me?", now=NOW)
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="rejected", text="You know why.", now=NOW)
    assert sanction in standing.in_force(vera)
    assert Notice.objects.filter(player=vera, kind="appeal-rejected").count() == 1
    assert refused(appeals.answer, appeal_id=sent.pk, by=milo, outcome="upheld", text="Well", now=NOW) == "answered"


def test_there_is_one_appeal_for_each_decision(sanction: Sanction, vera: Player, alice: Player, maud: Player) -> None:
    act = act_on(vera, alice, maud, sanction)
    sent = appeals.appeal(player=vera, sanction=sanction, text="Why me?", now=NOW)
    assert sent.act == act
    assert refused(appeals.appeal, player=vera, sanction=sanction, text="Again", now=NOW) == "appealed"
    assert refused(appeals.appeal_against_act, player=vera, act=act, text="Again", now=NOW) == "appealed"
    assert refused(appeals.appeal, player=alice, sanction=sanction, text="Let her", now=NOW) == "not-yours"


def test_nobody_answers_appeals_against_their_own_acts(
    sanction: Sanction, vera: Player, alice: Player, maud: Player, milo: Player, bob: Player
) -> None:
    act = act_on(vera, alice, by=milo, sanction=sanction)
    sent = appeals.appeal_against_act(player=vera, act=act, text="Why me?", now=NOW)
    for somebody, code in ((maud, "own-case"), (milo, "own-case"), (bob, "not-allowed"), (vera, "not-allowed")):
        assert refused(appeals.answer, appeal_id=sent.pk, by=somebody, outcome="upheld", text="So", now=NOW) == code


def test_an_upheld_appeal_lifts_the_act(
    vera: Player, alice: Player, maud: Player, milo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    lifted: list[tuple[Act, Player, datetime]] = []
    monkeypatch.setattr(lifting, "LIFTINGS", {})
    lifting.register("rename", lambda act, by, now: lifted.append((act, by, now)))
    act = act_on(vera, alice, maud, kind="rename")
    sent = appeals.appeal_against_act(player=vera, act=act, text="It is my real name.", now=NOW)
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="upheld", text="Sorry.", now=NOW)
    assert lifted == [(act, milo, NOW)]


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_an_appeal_says_why(sanction: Sanction, vera: Player, text: str) -> None:
    assert refused(appeals.appeal, player=vera, sanction=sanction, text=text, now=NOW) == "bad-field"


def test_an_answer_gives_a_reason(sanction: Sanction, vera: Player, milo: Player) -> None:
    sent = appeals.appeal(player=vera, sanction=sanction, text="Why me?", now=NOW)
    assert refused(appeals.answer, appeal_id=sent.pk, by=milo, outcome="upheld", text=" ", now=NOW) == "bad-field"
    assert refused(appeals.answer, appeal_id=sent.pk, by=milo, outcome="maybe", text="So", now=NOW) == "bad-field"
    assert refused(appeals.answer, appeal_id=0, by=milo, outcome="upheld", text="So", now=NOW) == "no-such-appeal"
