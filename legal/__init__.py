"""Pages that the operator of a site answers for: terms, privacy, imprint, contact, community rules."""
