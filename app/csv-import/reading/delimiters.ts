/** What separates the cells of a file, with the words for it. */
export const CSV_DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

export type CsvDelimiter = keyof typeof CSV_DELIMITERS;
