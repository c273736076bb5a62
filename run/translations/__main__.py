"""`python -m run.translations`: compile the catalogues that have changed."""

from run.translations.compiling import LOCALE, compile_translations

for path in compile_translations():
    print(f"compiled {path.relative_to(LOCALE)}")
