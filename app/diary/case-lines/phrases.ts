import { type BlockFlag, type OptionKind, STANDARD } from "../cases/standard-options";
import { AIRWAY_WORDS, KEPT_WORDS, PROCEDURE_WORDS, UNSURE_WORDS } from "./option-words";

/** What words of a line stand for, when they stand next to each other and alone. */
export type Meaning =
  | { field: "urgency"; code: 1 | 2 | 3 | 4; check?: string; kept?: true }
  | { field: "supervision"; code: number | null; ask?: string }
  | { field: OptionKind; id: string; kept?: true }
  /** Several options have this name: the words go to the description, with the question which is meant. */
  | { field: "unsure"; ask: string };

const EMERGENCY = "Urgent, or immediate? Read as urgent";

/** NCEPOD's words, and those that stand for them. Category 1 to 4 of a caesarean section stays in the description, too. */
const URGENCIES: Record<string, Meaning> = {
  immediate: { field: "urgency", code: 1 },
  urgent: { field: "urgency", code: 2 },
  urg: { field: "urgency", code: 2 },
  expedited: { field: "urgency", code: 3 },
  elective: { field: "urgency", code: 4 },
  elec: { field: "urgency", code: 4 },
  scheduled: { field: "urgency", code: 3, check: "Scheduled is an older word: read as expedited" },
  emergency: { field: "urgency", code: 2, check: EMERGENCY },
  emerg: { field: "urgency", code: 2, check: EMERGENCY },
  "ncepod 1": { field: "urgency", code: 1 },
  "ncepod 2": { field: "urgency", code: 2 },
  "ncepod 3": { field: "urgency", code: 3 },
  "ncepod 4": { field: "urgency", code: 4 },
  elcs: { field: "urgency", code: 4, kept: true },
  "el lscs": { field: "urgency", code: 4, kept: true },
  ...category(1, 1),
  ...category(2, 2),
  ...category(3, 3),
  ...category(4, 4),
};

function category(grade: number, code: 1 | 2 | 3 | 4): Record<string, Meaning> {
  const meaning: Meaning = { field: "urgency", code, check: `From category ${grade}`, kept: true };
  return { [`cat ${grade}`]: meaning, [`category ${grade}`]: meaning, [`cat${grade}`]: meaning };
}

const NEWER_GRADE = "This grade has no group of its own: choose whom you supervised";

/** Whom the consultant supervised (specification 3.6). */
const SUPERVISIONS: Record<string, Meaning> = {
  ...meaningOf("supervision", 2, [
    "sas",
    "sas doctor",
    "staff grade",
    "specialty doctor",
    "spec doc",
    "associate specialist",
  ]),
  ...meaningOf("supervision", 3, ["st5", "st6", "st7", "st 5", "st 6", "st 7", "st5 7"]),
  ...meaningOf("supervision", 4, ["st3", "st4", "st 3", "st 4", "st3 4"]),
  ...meaningOf("supervision", 5, ["ct1", "ct2", "ct 1", "ct 2", "ct1 2"]),
  ...meaningOf("supervision", 6, ["fy1", "fy2", "fy 1", "fy 2", "f1", "f2", "foundation doctor"]),
  ...meaningOf("supervision", 7, ["med student", "medical student", "student"]),
  ...meaningOf("supervision", 8, ["paramedic"]),
  ...meaningOf("supervision", 9, ["icm trainee", "em trainee", "ed trainee", "acccs", "accs", "gp trainee"]),
  ...meaningOf("supervision", 20, ["second consultant", "2nd consultant", "consultant colleague", "two consultants"]),
  ...Object.fromEntries(
    ["ct3", "ct 3", "st8", "st 8", "registrar", "spr", "trainee", "fellow"].map((word) => [
      word,
      { field: "supervision", code: null, ask: NEWER_GRADE },
    ]),
  ),
  ...meaningOf("supervision", null, ["solo", "alone", "unsupervised"]),
};

function meaningOf(field: "supervision", code: number | null, words: string[]): Record<string, Meaning> {
  return Object.fromEntries(words.map((word) => [word, { field, code }]));
}

/**
 * Part of an operation, and no anaesthetic: what follows these words there. `spinal fusion` is surgery, `spinal` is not.
 * The word before the bar, then the beginnings of the words behind it.
 */
export const OF_SURGERY: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    spinal:
      /^(fus|decomp|surg|sten|cord|stim|fix|absc|tum|met|instr|fract|#|stabil|deform|scoli|drain|lesion|injur|cyst)/,
    femoral: /^./,
    axillary: /^./,
    tap: /^./,
    block: /^./,
    epidural: /^(absc|haemat|steroid|inject|mass|tumou?r|collection)/,
    popliteal: /^(byp|aneur|cyst|art|fossa|embol)/,
    sciatic: /^(nerve (?!block)|decomp|repair|lesion)/,
    subclavian: /^(art|byp|sten|steal|aneur)/,
    caudal: /^(regress|extens)/,
    immediate: /^(breast|recon|diep|implant|load|lat|ld|tram)/,
    adductor: /^(releas|tenot|strain|repair)/,
    paravertebral: /^(mass|absc|tumou?r)/,
    suprascapular: /^(nerve (?!block)|releas|decomp)/,
    sedation: /^(hold)/,
    mac: /^[234]/,
    jet: /^(ski|wash|lavage)/,
    prone: /^(cpr)/,
    mtp: /^(fus|joint|arthro|replac)/,
    toe: /^(amp|nail|fus|arthro|debrid|osteot|joint|wash|straight)/,
    transfer: /^(of|to|tendon|flap|free)/,
    student: /^(nurse|midwife)/,
    trainee: /^(surg)/,
    fellow: /^(surg)/,
    trache: /^(change|review|decann)/,
    trachy: /^(change|review|decann)/,
    fib: /^(#|fract|orif|nail|plat|shaft|head)/,
    art: /^(?!line)(therap|embol)/,
  } satisfies Record<string, RegExp>),
);

/** The same of the word before: `tib fib` is a fracture. */
export const AFTER_SURGERY: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    fib: /^(tib|tib\/|tibia|distal|proximal|prox|lat|#|nof\/)$/,
    toe: /^(big|great|hammer|1st|2nd|3rd|4th|5th)$/,
    art: /^(radial|carotid|femoral|popliteal|lima|renal|coronary)$/,
  } satisfies Record<string, RegExp>),
);

/** Before the name of an option: there was none. */
export const NOT = /^(?:no|not|without|w\/o|declined|declines|refused|refuses|nil|avoid|avoided)$/;
/** Before it: perhaps of another day. */
export const BEFORE = /^(?:prev|previous|previously|known|hx|h\/o|history|past|likely|possible|poss|planned|\?)$/;

/** What is said of a block beside it. */
export const FLAG_WORDS: ReadonlyMap<string, BlockFlag> = new Map(
  Object.entries({
    us: "ultrasound",
    "u/s": "ultrasound",
    usg: "ultrasound",
    uss: "ultrasound",
    "us guided": "ultrasound",
    ultrasound: "ultrasound",
    "ultrasound guided": "ultrasound",
    ns: "nerve_stimulator",
    pns: "nerve_stimulator",
    "nerve stim": "nerve_stimulator",
    "nerve stimulator": "nerve_stimulator",
    lm: "landmark",
    landmark: "landmark",
    cath: "catheter",
    caths: "catheter",
    catheters: "catheter",
    catheter: "catheter",
    failed: "failed",
    converted: "failed",
    observed: "observed",
    taught: "taught",
  } satisfies Record<string, BlockFlag>),
);

/** Of a block that is none of nerves. */
export const NEURAXIAL = /^2[12]\d$/;
/** What is said of nerves alone where a spinal stands beside them. */
export const OF_NERVES: readonly BlockFlag[] = ["ultrasound", "nerve_stimulator"];

/** Labels of one word that are parts of the body, too: only their abbreviations are read. */
const BODY_PARTS = ["ankle", "scalp", "penile", "obturator", "intercostal", "femoral", "tap", "infraclavicular"];

/** Every phrase of the Standard lists and of a case's codes: small letters, one space between words. */
export const STANDARD_PHRASES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...(["airway", "procedure"] as const).flatMap((field) =>
    STANDARD[field].flatMap(({ options }) =>
      options
        .map(({ id, label }) => [normalPhrase(label), { field, id } satisfies Meaning] as const)
        .filter(([label]) => !BODY_PARTS.includes(label)),
    ),
  ),
  ...ofOptions(AIRWAY_WORDS, "airway"),
  ...ofOptions(PROCEDURE_WORDS, "procedure"),
  ...ofOptions(KEPT_WORDS, "procedure", { kept: true }),
  ...Object.entries(UNSURE_WORDS).map(([word, ask]) => [word, { field: "unsure", ask } satisfies Meaning] as const),
  ...Object.entries(URGENCIES),
  ...Object.entries(SUPERVISIONS),
]);

function ofOptions(table: Record<string, readonly string[]>, kind: OptionKind, more: { kept?: true } = {}) {
  return Object.entries(table).flatMap(([id, words]) => {
    const field: OptionKind = Number(id) < 200 ? "airway" : kind;
    return words.map((word) => [word, { field, id, ...more } satisfies Meaning] as const);
  });
}

/** Words as phrases are looked up: `Sub-Tenon's` is `sub tenons`. */
export function normalPhrase(words: string): string {
  return words
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[-–—.,:;()]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
