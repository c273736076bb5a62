"""`python -m run.translations`: what has to be done once per release."""

from run.translations.compiling import LOCALE, compile_translations

for path in compile_translations():
    print(f"compiled {path.relative_to(LOCALE)}")
