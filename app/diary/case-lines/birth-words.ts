import type { LineReading } from "./line-reading";

/** Weeks at which children are born. */
const WEEKS = "(?:2[2-9]|3\\d|4[0-6])(?:\\+[0-6])?";
const UNIT = "(?:/40| ?(?:weeks?|wks?|w))";
const AGE_BEFORE_BIRTH = "(?:gest(?:ation)?|pma|pca|cga|corrected|prem(?:ature)?|preterm|neonate|baby)";
/** `36+4/40`, `26 weeker`, `gest 28`, `PMA 38 weeks`, `28 weeks corrected`: how long a pregnancy lasted is no age. */
const GESTATION = new RegExp(
  `^(?:ex[- ]?)?(?:${[
    `${WEEKS}/40(?:er)?`,
    "(?:2[2-9]|3\\d|4[0-6])\\+[0-6](?:/7)?",
    `${WEEKS}[- ]?(?:weeker|wkr)`,
    `(?:gest(?:ation)?|born(?: at)?|(?:prem(?:ature)?|preterm)(?: baby)?|corrected) ${WEEKS}(?:${UNIT}|[- ]?weeker)?`,
    `(?:pma|pca|cga|pregnant|at) ${WEEKS}${UNIT}`,
    `${WEEKS}${UNIT} (?:${AGE_BEFORE_BIRTH}|pregnant|iup)`,
    "(?:twin|triplet) (?:[1-3]|[ab]|i{1,3})",
  ].join("|")})$`,
);
const MAX_WORDS = 5;
/** Words of a newborn, so that `day 3` is how old it is. */
const NEWBORN =
  /\b(?:neonat\w*|newborn|prem\w*|preterm|weeker|baby|term|gestation|\d\/40|[2-4]\d\+[0-6]|\d{3,4}g|[0-4]\.\d+ ?kg)\b/i;

/** Passes over a gestation, or the number of a twin: neither is an age or a grade, and the patient may follow. */
export function readBirth(reading: LineReading, at: number): number {
  const { words } = reading;
  if (!/^(?:[2-4]\d|[gpbcet])/i.test(words.typed(at))) return 0;
  for (let count = MAX_WORDS; count > 0; count -= 1) {
    if (!GESTATION.test(words.typed(at, count).toLowerCase().replace(/\s+/g, " "))) continue;
    if (reading.patientEnd === at) reading.patientEnd = at + count;
    return count;
  }
  return 0;
}

/** True when the words before say that this is a newborn. */
export function isNewborn({ words }: LineReading, at: number): boolean {
  return NEWBORN.test(words.typed(0, at));
}
