"""Pages for which the operator of a site is responsible: terms, privacy, imprint, contact, community rules."""
