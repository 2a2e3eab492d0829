/** What the form of choices sends along: without it nothing is ticked because nothing was said. */
export const FORM_MARK = "chosen";

export const NO_SECTION = "Tick at least one section";

/** Whether the form of choices was sent without a section. */
export function lacksSections(search: URLSearchParams): boolean {
  return search.has(FORM_MARK) && !search.has("section");
}
