/** A page of a long list. */
export interface ListPage<Item> {
  /** Number of items of the whole list. */
  total: number;
  /** Number of items on a page; the last page may have fewer. */
  length: number;
  /** Index of the first of them, from 0. */
  from: number;
  items: Item[];
}

/** First index of the page that contains the index in an address; 0 for what is no index. */
export function firstOfPage(typed: string | null, length: number): number {
  const index = Math.trunc(Number(typed ?? 0));
  return Number.isSafeInteger(index) && index > 0 ? index - (index % length) : 0;
}

/** The same for a list that has become shorter: at most the first index of its last page. */
export function withinList(from: number, total: number, length: number): number {
  return Math.min(from, firstOfPage(String(total - 1), length));
}

/** What the address of the import's main view says: where its lists begin, and the row for which a session is chosen. */
export interface Place {
  from: number;
  sessions: number;
  row?: string | undefined;
}

export function importPath({ row, ...lists }: Place): string {
  const said = new URLSearchParams({ ...(row !== undefined && { row }), ...indexesOf(lists) }).toString();
  return said === "" ? "/import_csv_data/" : `/import_csv_data/?${said}`;
}

/** The query of a session or case that is opened from the import: it leads back to the same pages of its lists. */
export function viewOfImport(lists: Omit<Place, "row">): string {
  return new URLSearchParams({ view: "import", ...indexesOf(lists) }).toString();
}

function indexesOf({ from, sessions }: Omit<Place, "row">) {
  return { ...(from > 0 && { from: String(from) }), ...(sessions > 0 && { sessions: String(sessions) }) };
}
