// Globals that the pages provide in addition to our modules.

/** The sentences of Django's JavaScript catalogue. */
interface Catalogue {
  gettext(text: string): string;
  ngettext(one: string, many: string, count: number): string;
}

/** htmx, where the page has it. */
declare var htmx: { process(node: Element): void } | undefined;
