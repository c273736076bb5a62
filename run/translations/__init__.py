"""Translations: collecting sentences from the code and compiling the catalogues."""
