"""How days and times are written, where Django's own way is not ours."""
