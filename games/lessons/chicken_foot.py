"""The lesson of Chicken Foot: matching, drawing, the foot and its three toes, going out and counting."""

from games.lessons.lesson import Lesson, Scene, Step
from games.rules.moves import gettext_noop

START = Scene(
    3,
    "9-4 4-4 6-4 5-2 7-3 8-1 2-1 9-6 6-5 8-7 5-3 7-6 8-0 3-0 9-9 9-1 7-0 4-1 3-1 2-0 8-5 9-7 8-3 4-2",
)

LAST_TILE = Scene(
    3,
    "8-1 6-0 8-7 8-2 8-5 9-2 9-1 7-4 8-0 2-0 4-0 9-7 8-8 9-6 0-0 2-2 6-5 7-1 4-2 9-9 5-4 5-2 6-4",
    (
        *("9-1@9-9", "9-7@9-9", "draw", "9-2@9-9", "9-6@9-9", "5-2@9-2"),
        *("8-5@5-2", "7-4@9-7", "7-1@9-1", "6-0@9-6", "8-0@6-0", "5-4@7-4"),
        *("8-2@8-0", "2-0@8-2", "6-5@5-4", "8-1@8-5", "4-0@2-0", "4-2@4-0"),
    ),
)

CHICKEN_FOOT = Lesson(
    "chicken-foot",
    ("Pip", "Dot"),
    (
        Step(
            title=gettext_noop("Matching"),
            scene=START,
            say=gettext_noop(
                "Dot had the highest double, 9-9, and laid it in the middle. It has four arms. Tiles touch with "
                "equal halves."
            ),
            task=gettext_noop("Place your tile with a nine on the 9-9."),
            play="9-4@9-9",
            why=gettext_noop("%(tile)s has no nine, and only nines touch the 9-9."),
            well=gettext_noop("Nine touches nine. All four arms must hold a tile before any arm goes on."),
            points={"9-9": ""},
        ),
        Step(
            title=gettext_noop("Drawing"),
            moves=("9-6@9-9", "9-1@9-9"),
            say=gettext_noop(
                "Pip and Dot fill two more arms. You have no other nine: whoever has no tile that fits draws one "
                "from the stock."
            ),
            task=gettext_noop("Draw a tile."),
            play="draw",
            why=gettext_noop("%(tile)s has no nine. You have to draw."),
            well=gettext_noop(
                "A nine! A drawn tile may be placed at once. If it did not fit, your turn would be over."
            ),
            points={"stock": ""},
        ),
        Step(
            title=gettext_noop("The four arms"),
            say=gettext_noop(
                "You may place the tile that you have drawn, or pass. But what is left in your hand at the end "
                "counts against you."
            ),
            task=gettext_noop("Place 9-7 on the last free arm."),
            play="9-7@9-9",
            why=gettext_noop("%(tile)s has to wait: only the tile that you have just drawn may be placed now."),
            instead=gettext_noop("You may pass. But a tile on the table is one tile fewer in your hand: place 9-7."),
            well=gettext_noop("All four arms hold a tile. From now on you may place a tile at any open end."),
        ),
        Step(
            title=gettext_noop("Chicken foot!"),
            moves=("6-5@9-6", "7-0@9-7"),
            say=gettext_noop("A double is laid across its arm. It makes a chicken foot, and that changes everything."),
            task=gettext_noop("Place 4-4 on the 9-4."),
            play="4-4@9-4",
            why=gettext_noop("%(tile)s fits no open end."),
            instead=gettext_noop("That tile fits, too. But make a chicken foot: place 4-4."),
            well=gettext_noop("Chicken foot! The next three tiles, whoever plays them, must be its three toes."),
            points={"4-4": ""},
        ),
        Step(
            title=gettext_noop("Three toes"),
            moves=("draw", "4-1@4-4"),
            say=gettext_noop(
                "Pip has no four and draws. Dot lays the first toe. Until the foot has all three, nothing may be "
                "placed anywhere else."
            ),
            task=gettext_noop("Lay the second toe."),
            play="6-4@4-4",
            why=gettext_noop("%(tile)s has no four: only a four can be a toe of the 4-4."),
            well=gettext_noop("Two toes. One is missing."),
            points={"4-4": ""},
        ),
        Step(
            title=gettext_noop("All ends are open"),
            moves=("draw", "4-2@4-4", "3-1@9-1"),
            say=gettext_noop(
                "Pip draws a four, lays the third toe, and the foot is complete. Now all ends are open again, the "
                "toes too."
            ),
            task=gettext_noop("Place any tile that fits."),
            why=gettext_noop("%(tile)s fits no open end."),
            well=gettext_noop("And so it goes round the table, until somebody has no tile left."),
        ),
        Step(
            title=gettext_noop("Going out"),
            scene=LAST_TILE,
            say=gettext_noop("Another deal, some turns later: you have a single tile left, and it fits."),
            task=gettext_noop("Place your last tile and go out."),
            play="8-7@7-1",
            well=gettext_noop("You are out! That ends the deal at once, even if a foot is unfinished."),
        ),
        Step(
            title=gettext_noop("Counting"),
            say=gettext_noop(
                "Everyone scores the pips left in hand: Pip has 16. Dot has 54, because the double-blank counts "
                "50. The next deal begins with the double-eight, and so on. The player with the fewest points after "
                "the last deal wins."
            ),
            points={"others": ""},
        ),
    ),
)
