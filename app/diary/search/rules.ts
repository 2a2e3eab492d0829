/** What a session or a case can lack, as the logbook's tags say it. */
export const MISSING = [
  { value: "no_element", label: "No job plan element" },
  { value: "no_asa", label: "No ASA grade" },
  { value: "no_end", label: "No end time" },
  { value: "identifier", label: "An identifier suspected" },
] as const;

export const MISSING_VALUES = MISSING.map(({ value }) => value);

export const MOST_WORDS = 10;
export const LONGEST_WORDS = 200;
