"""The lesson of Kardinaldomino: neighbours make seven, cardinals, drawing two, playing on after the first is out."""

from games.lessons.lesson import Lesson, Scene, Step
from games.rules.moves import gettext_noop

START = Scene(
    3,
    "3-2 5-2 5-5 5-0 4-0 5-1 1-1 6-5 3-3 2-1 6-6 4-4 6-4 6-0 4-2 6-2 3-0",
)

LAST_TILE = Scene(
    3,
    "4-2 5-5 0-0 3-3 5-4 2-0 4-1 4-4 3-2 5-3 5-0 2-2 3-0 3-1 1-1 6-0 6-6 4-3 5-1 6-1 6-2 6-5 5-2 2-1 6-4 1-0 6-3 4-0",
    (
        *("2-2@L", "3-2@R", "0-0@R>0", "5-0@L", "draw", "draw", "pass", "draw", "4-3@L>4", "3-1@L"),
        *("6-0@L", "draw", "draw", "6-1@L>6", "1-1@L", "6-6@L", "5-1@L", "draw", "6-2@L", "4-1@L"),
        *("3-3@L", "draw", "draw", "5-2@L>2", "5-3@L", "4-2@L", "6-5@L", "draw", "2-1@L"),
    ),
)

KARDINAL = Lesson(
    "kardinal",
    ("Pip", "Dot"),
    (
        Step(
            title=gettext_noop("Neighbours make seven"),
            scene=START,
            moves=("5-1@R",),
            say=gettext_noop(
                "Neighbours make seven: a one goes beside a six, a two beside a five, a three beside a four. Dot "
                "opened with the highest double, and Pip has put a one beside its six."
            ),
            task=gettext_noop("The 5 needs a 2: place 3-2."),
            play="3-2@R",
            why=gettext_noop("%(tile)s does not make seven: the 6 needs a 1, and the 5 needs a 2."),
            instead=gettext_noop("That is allowed, as you will see in the next step. First place 3-2."),
            well=gettext_noop("Five and two make seven. Now this end shows 3 and needs a 4."),
        ),
        Step(
            title=gettext_noop("Cardinals"),
            moves=("4-4@R", "1-1@L"),
            say=gettext_noop(
                "6-1, 5-2, 4-3 and 0-0 are the cardinals. They can be placed at any end, whatever it shows, and "
                "either way round."
            ),
            task=gettext_noop("Place 5-2 at the right end, the 2 facing out."),
            play="5-2@R>2",
            why=gettext_noop("%(tile)s does not make seven: the 1 needs a 6, and the 4 needs a 3."),
            instead=gettext_noop("That is allowed. But this time place 5-2 at the right end, the 2 facing out."),
            well=gettext_noop(
                "You decide what the end shows. If nothing but a cardinal fits, you may also draw and keep it for "
                "later."
            ),
            points={"5-2": gettext_noop("cardinal")},
        ),
        Step(
            title=gettext_noop("Drawing"),
            moves=("6-4@L", "6-5@R"),
            say=gettext_noop(
                "The 4 needs a 3, the 6 needs a 1, and you have neither, nor a cardinal. Then you draw, at most "
                "two tiles in a turn."
            ),
            task=gettext_noop("Draw a tile."),
            play="draw",
            why=gettext_noop("%(tile)s does not make seven: the 4 needs a 3, and the 6 needs a 1."),
            well=gettext_noop("6-2 does not fit."),
            points={"stock": ""},
        ),
        Step(
            title=gettext_noop("Drawing once more"),
            say=gettext_noop("You may draw once more. If nothing fits then, your turn is over."),
            task=gettext_noop("Draw the second tile."),
            play="draw",
            why=gettext_noop("%(tile)s does not make seven: the 4 needs a 3, and the 6 needs a 1."),
            well=gettext_noop("3-0 fits, since it has a 3."),
            points={"stock": ""},
        ),
        Step(
            title=gettext_noop("Having to place"),
            say=gettext_noop("A player who has a tile that fits and is not a cardinal must place a tile."),
            task=gettext_noop("Place 3-0 beside the 4."),
            play="3-0@L",
            why=gettext_noop("%(tile)s does not make seven: the 4 needs a 3, and the 6 needs a 1."),
            well=gettext_noop("Now this end is blank. Nothing makes seven with a blank: only a cardinal can go there."),
        ),
        Step(
            title=gettext_noop("Out first"),
            scene=LAST_TILE,
            say=gettext_noop("Another deal, some turns later: you have a single tile left."),
            task=gettext_noop("Place 5-4 beside the 2."),
            play="5-4@L",
            well=gettext_noop("You are out, but the deal is not over: the others play on without you."),
        ),
        Step(
            title=gettext_noop("The end of the deal"),
            moves=("3-0@L", "draw", "draw", "pass"),
            say=gettext_noop(
                "Dot is out, too. Pip draws twice and cannot place anything: the deal is over. Pip scores the 21 "
                "pips left in hand, and being the only one with tiles, also the 13 of the stock. The fewest "
                "points win the match."
            ),
            points={"others": ""},
        ),
    ),
)
