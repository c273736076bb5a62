"""What is printed, projected on a wall, or watched from afar: sheets, the wall page, all tables of a round."""
