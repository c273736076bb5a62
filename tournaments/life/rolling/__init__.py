"""Rolling tables: a single round whose tables open one after another as people become free, until the time is up."""
