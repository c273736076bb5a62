"""Form values for a match of a single deal for two."""

ONE_DEAL = {
    "Chicken Foot": {"What to play": "One deal", "Players": "2"},
    "Two-Step": {"What to play": "Custom", "Points to win": "1"},
    "Kardinaldomino": {
        "What to play": "Custom",
        "Players": "2",
        "The match ends": "after a number of deals",
        "Number of deals (when played for a number of deals)": "1",
    },
    "Block": {"What to play": "Custom", "Players": "2", "Deals in a match": "1"},
}
AGAINST_A_BOT = {"Seat 2": "easy bot"}
