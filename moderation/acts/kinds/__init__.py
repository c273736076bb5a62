"""The kinds of acts, by what they are about."""
