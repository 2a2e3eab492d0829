/** What may stand between two cells, with the words for it. */
export const CSV_DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

export type CsvDelimiter = keyof typeof CSV_DELIMITERS;
