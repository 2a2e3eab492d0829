import type { LineReading } from "./line-reading";
import type { LineWords } from "./line-words";

/** Words that are counted or numbered by the number before them: `3 level fusion` is no ASA grade. */
const COUNTED = new RegExp(
  `^(?:(?:${[
    "level|part|stage|vessel|port|compartment|quadrant|column|gland|field|segment|lumen|tooth|blade|consultant|trainee",
    "attempt|dose|hour|hr|day|week|month|year|yr|unit|side|screw|nerve|degree|ventric\\w*|metatars\\w*|metacarp\\w*|ray",
    "digit|cusp|limb|person|way|row|lead|chamber|litre|liter|team|surgeon|hole|time|operator|quarter|third|star|fold",
    "point|site|plane|metre|meter|pint|procedure|op|aline|cvc|plt|platelet|bag|pool|amp|extremit(?:y|ie)",
  ].join(
    "|",
  )})s?|teeth|wisdom|prev|previous|prior|burr|x|cm|mm|kg|m[lgc]|mls|mcg|min|mins|minutes?|goes|large|wide|rd|nd|` +
    "st|th|d|of|and|&|%|yearly|monthly|weekly|daily|hourly|tesla|french|fr|ch|gauge|g|cc|iu|u|rbc|prb?c|ffp|cryo|off|" +
    "sided|eyed)$",
);
/** The same of two words: `3 T MRI`, `1 lung ventilation`, `3 in 1 block`, `1 MAC sevo`. */
const COUNTED_TWO =
  /^(?:t(?:mri|scan)|lung(?:vent|isol|anaes|olv)|in\d|l(?:blood|ebl|bleed|loss|o2|oxygen|fluid|pph)|mac(?:sevo|des|iso|of|vol)|(?:art|arterial|central|chest|iv|peripheral)(?:lines|drains|cannula[es]))/;
/** Words in which a number is no count: `port insertion`, `large bowel`, `wide local excision`, `lead extraction`. */
const NOT_COUNTED =
  /^(?:ports?(?:insert|remov|site|a-?cath|acath|cath)|leads?(?:extract|revis|remov|repos|change|displac|explant)|large(?:bowel|volume)|wide(?:local)|sites?(?:insert|remov)|levels?insert)/;
/** `2 LSCS prev` */
const EARLIER = /^(?:prev|previous|previously|prior|before)$/;
/** Words that a number may count without an s: `2 toe amputation`; others only from two on. */
const COUNTABLE = /^(?:toe|finger|rib|eye|kidney)$/;
const COUNTABLE_FROM_TWO =
  /^(?:valve|graft|flap|stent|coil|stone|joint|node|bone|molar|premolar|canine|incisor|lobe|blocks?|vertebrae?|wire|lung)$/;
/** Of these nobody has three. */
const PAIRED = /^(?:eye|kidney|lung)$/;
/** `2 wire guided excision`, `2 bone marrow biopsy`: here the number is the grade. */
const NO_THING = /^(?:wire(?:guid|loc)|bone(?:marrow|graft|tumour|scan|anch|biops|met))/;
/** More than one of a thing: `hernias`, but not `abscess`, `sinus` or `stenosis`. */
const SEVERAL = /^[a-z]{2,}[^sui\W\d]s$/;
/** Words that end as if there were several. */
const ONE =
  /^(?:achilles|ascites|bakers|barretts|bartholins|bells|biceps|caries|colles|crohns|diabetes|dupuytrens|forceps|fourniers|gas|graves|hartmanns|hellers|herpes|hirschsprungs|kellers|lens|ludwigs|meckels|nissens|pancreas|pringles|quadriceps|smiths|taps|triceps|us|vas|whipples|wilms|zenkers)$/;
/** There are always several of these: the number is the grade. */
export const ALWAYS_SEVERAL =
  /^(?:adenoids|adhesions|burns|grommets|ha?emorrhoids|piles|testes|tonsils|turbinates|veins)$/;
/** Words after which a number is not a grade: `stage 3`, `Le Fort II`, `L 4`, `hernia x 2`. */
const NUMBERED = new RegExp(
  `^(?:${[
    "[a-z#]|no|stage|grade|gr|gd|class|type|ckd|level|cat|day|mp|nyha|ccs|fort|billroth|size|zone|mallampati|gcs|view",
    "cormack|lehane|cl|c&l|mac|miller|blade|meld|gravida|theatre|th|room|bed|bay|list|case|item|ward|cubicle|slot|number",
    "segment|para|part|at|to|in|for|of|and|&|ef|hb|inr|apache|hdu|itu|icu|cfs|frailty|rockwood|garden|gartland|gustilo",
    "schatzker|weber|harris|ecog|who|figo|gleason|birads|bosniak|robson|childs?|pugh|lab|\\d\\d?|score|index|bmi|tooth|tesla",
  ].join("|")})$`,
);

/** True when the number at a position counts or numbers what follows. */
export function isCounted(words: LineWords, at: number): boolean {
  const two = words.joined(at + 1, 2);
  if (/^v(?:f|fib|t|tach)$/.test(words.joined(at, 2))) return true;
  if (EARLIER.test(words.joined(at + 2)) || COUNTED_TWO.test(two)) return true;
  return COUNTED.test(words.joined(at + 1)) && !NOT_COUNTED.test(two);
}

/** True when a number stands after a word that it belongs to. */
export function isNumbered(reading: LineReading, at: number): boolean {
  const { words } = reading;
  if (reading.isTaken(at - 1)) return false;
  const before = words.joined(at - 1);
  // A side is written like a vertebra, but vertebrae have no Roman numerals.
  return NUMBERED.test(before) && !(/^[lr]$/.test(before) && /^i/.test(words.joined(at)));
}

/** True when the number may count what follows, without an s that would say so. */
export function mayCountNext(words: LineWords, at: number): boolean {
  const [count, next] = [words.joined(at), words.joined(at + 1)];
  if (!/^\d$/.test(count) || NO_THING.test(words.joined(at + 1, 2))) return false;
  if (PAIRED.test(next) && Number(count) > 2) return false;
  return COUNTABLE.test(next) || (count !== "1" && COUNTABLE_FROM_TWO.test(next));
}

/** True for a word for several things, which is no abbreviation in capitals and no option. */
export function isSeveral(reading: LineReading, at: number): boolean {
  const word = reading.words.joined(at);
  if (!SEVERAL.test(word) || ONE.test(word) || ALWAYS_SEVERAL.test(word)) return false;
  return !/[A-Z]s?$/.test(reading.words.phrase(at, 1)) && !reading.meaning(at, 1);
}
