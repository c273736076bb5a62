"""The lesson of Two-Step: where things lie, from where tiles are taken, drawing three, what ends a turn."""

from games.lessons.lesson import Lesson, Scene, Step
from games.rules.moves import gettext_noop

START = Scene(
    2,
    "5-2 3-1 1-1 2-1 6-0 5-1 2-2 4-0 0-0 6-5 5-5 5-3 6-3 4-2 3-0 1-0 4-3 6-1 5-0 2-0",
    ("5-3@R",),
)

LAST_OF_THE_CARD = Scene(
    2,
    "6-0 6-5 5-0 6-4 4-0 4-3 4-2 3-1 3-0 6-1 4-1 5-4 0-0 5-2 6-6 4-4 2-0 5-5 3-3 1-0 2-2",
    (
        *("discard 5-2", "6-0@L", "0-0@L", "6-5@R", "5-4@R", "5-0@L"),
        *("6-4@R", "discard 4-1", "5-2@L", "2-0@L", "discard 5-5"),
    ),
)

TWO_STEP = Lesson(
    "two-step",
    ("Dot",),
    (
        Step(
            title=gettext_noop("Where things lie"),
            scene=START,
            say=gettext_noop(
                "This is your dance card: five tiles, the top one face up. The first to clear their card wins the "
                "deal. Beside it lie your hand and your discard pile; Dot has the same. You opened with 5-5, the "
                "highest double, and your turn goes on."
            ),
            points={
                "card": "",
                "discard": "",
                "hand": gettext_noop("Your hand"),
                "floor": gettext_noop("Dance floor"),
                "stock": gettext_noop("Stock"),
            },
        ),
        Step(
            title=gettext_noop("From the hand"),
            say=gettext_noop(
                "In one turn you place as many tiles as you like, at either end; the halves that touch are equal. "
                "They come from your hand, your dance card or your discard pile."
            ),
            task=gettext_noop("Place 6-3, the last tile of your hand."),
            play="6-3@R",
            instead=gettext_noop("That is allowed, and soon you will do it. First place 6-3 from your hand."),
            well=gettext_noop("Your turn goes on: you may place another tile."),
            points={"6-3": ""},
        ),
        Step(
            title=gettext_noop("From the dance card"),
            say=gettext_noop(
                "The top tile of your dance card fits the left end. Clearing this card is what wins the deal."
            ),
            task=gettext_noop("Place 5-2 from your dance card."),
            play="5-2@L",
            instead=gettext_noop("That is allowed. But first clear what you can from your dance card: place 5-2."),
            well=gettext_noop("One fewer! The next tile of the card was turned up at once: 3-1."),
            points={"5-2": ""},
        ),
        Step(
            title=gettext_noop("Drawing three"),
            say=gettext_noop("Your hand is empty. Then you may draw three tiles and go on."),
            task=gettext_noop("Draw three tiles."),
            play="draw",
            why=gettext_noop("%(tile)s fits neither the 2 nor the 6."),
            instead=gettext_noop("You may end your turn here. But three new tiles are worth having: draw."),
            well=gettext_noop("Three new tiles, and it is still your turn."),
            points={"stock": ""},
        ),
        Step(
            title=gettext_noop("Stopping at will"),
            say=gettext_noop(
                "You may stop whenever you like, even though 6-1 would fit. As long as you have tiles in hand, "
                "you end your turn by discarding one of them, face up."
            ),
            task=gettext_noop("Discard 4-3."),
            play="discard 4-3",
            why=gettext_noop("%(tile)s fits neither the 2 nor the 6."),
            instead=gettext_noop("That is allowed. But this time discard 4-3: you will see what it is good for."),
            well=gettext_noop(
                "That ends your turn. The tile is not lost: the top of your discard pile may be placed later."
            ),
            points={"4-3": "", "discard": ""},
        ),
        Step(
            title=gettext_noop("From the discard pile"),
            moves=("4-2@L", "discard 1-0"),
            say=gettext_noop(
                "Dot places a tile and discards one. Your turn begins, and your hand is filled up to three. Now "
                "the left end shows 4."
            ),
            task=gettext_noop("Place 4-3 from your discard pile."),
            play="4-3@L",
            why=gettext_noop("%(tile)s fits neither the 4 nor the 6."),
            instead=gettext_noop("That is allowed. But place 4-3 from your discard pile: it helps your dance card."),
            well=gettext_noop("Now the end shows 3, and the 3-1 on your dance card fits. That is how you plan ahead."),
            points={"4-3": ""},
        ),
        Step(
            title=gettext_noop("Clearing the card"),
            scene=LAST_OF_THE_CARD,
            say=gettext_noop("Another deal, some turns later: a single tile is left on your dance card."),
            task=gettext_noop("Place 4-0 and clear your card."),
            play="4-0@L",
            why=gettext_noop("%(tile)s fits neither the 0 nor the 6."),
            instead=gettext_noop("That is allowed. But 4-0 wins the deal!"),
            well=gettext_noop("Your dance card is clear: you have won the deal."),
            points={"card": ""},
        ),
        Step(
            title=gettext_noop("Points"),
            say=gettext_noop(
                "Winning a deal brings one point, and two if the other dance card is still full, as it is here. "
                "If the stock is empty and nobody can place a tile, these are two left feet: no points. The first "
                "to reach the agreed points wins the match."
            ),
            points={"others": ""},
        ),
    ),
)
