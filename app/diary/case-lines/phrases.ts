import { BLOCK_IDS, type BlockFlag, type OptionKind, STANDARD } from "../cases/standard-options";
import { AIRWAY_WORDS, KEPT_WORDS, PROCEDURE_WORDS, UNSURE_WORDS, VEINS } from "./option-words";

/** The meaning of words that are next to each other, without regard to the rest of the line. */
export type Meaning =
  | { field: "urgency"; code: 1 | 2 | 3 | 4; check?: string; kept?: true; broad?: true }
  | { field: "supervision"; code: number | null; ask?: string; check?: string }
  | { field: OptionKind; id: string; kept?: true; check?: string; flag?: BlockFlag }
  /** The name of several options: the words stay in the description, and the question asks which is meant. */
  | { field: "unsure"; ask: string };

/** Less precise than the four words of NCEPOD, which take precedence if a line has both. */
const EMERGENCY: Meaning = { field: "urgency", code: 2, check: "Urgent, or immediate? Read as urgent", broad: true };

/** NCEPOD's words and their synonyms. Category 1 to 4 of a caesarean section also stays in the description. */
const URGENCIES: Record<string, Meaning> = {
  immediate: { field: "urgency", code: 1 },
  immed: { field: "urgency", code: 1 },
  imm: { field: "urgency", code: 1, check: "Read as immediate" },
  urgent: { field: "urgency", code: 2 },
  urg: { field: "urgency", code: 2 },
  expedited: { field: "urgency", code: 3 },
  ...{ expd: { field: "urgency", code: 3 }, exp: { field: "urgency", code: 3 } },
  elective: { field: "urgency", code: 4 },
  elec: { field: "urgency", code: 4 },
  scheduled: { field: "urgency", code: 3, check: "Scheduled is an older word: read as expedited" },
  emergency: EMERGENCY,
  emerg: EMERGENCY,
  emergent: EMERGENCY,
  crash: { field: "urgency", code: 1, check: "Crash: read as immediate", kept: true },
  ...Object.fromEntries(
    spellings("el(cs|scs|lscs), elective cs, el (cs|lscs)").map((words) => [
      words,
      { field: "urgency", code: 4, kept: true } satisfies Meaning,
    ]),
  ),
  ...category(1, "i", 1),
  ...category(2, "ii", 2),
  ...category(3, "iii", 3),
  ...category(4, "iv", 4),
};

function category(grade: number, roman: string, code: 1 | 2 | 3 | 4): Record<string, Meaning> {
  const of = (words: string, meaning: Meaning) => spellings(words).map((each) => [each, meaning] as const);
  return Object.fromEntries([
    ...of(`cat(egory|) (${grade}|${roman}), cat${grade}`, {
      ...{ field: "urgency", code, check: `From category ${grade}`, kept: true },
    }),
    ...of(`(n|)cepod( |)(${grade}|${grade}a|${grade}b)`, { field: "urgency", code }),
  ]);
}

/** Grades that the consultant supervised (specification 3.6). */
const SUPERVISIONS: Record<string, Meaning> = {
  ...supervision(2, "sas( doctor|), staff grade, spec(ialty|) doc(tor|), associate specialist"),
  ...supervision(3, "st( |)(5|6|7)( trainee|), st(5 6|5 7|6 7)"),
  ...supervision(4, "st( |)(3|4)( trainee|), st3 4"),
  ...supervision(5, "ct( |)(1|2)( trainee|), ct1 2, core trainee( 1| 2|)"),
  ...supervision(6, "f(y|)( |)(1|2), foundation doctor"),
  ...supervision(7, "(med |medical |)student"),
  ...supervision(8, "paramedic"),
  ...supervision(9, "(icm|em|ed|gp) trainee, accs"),
  ...supervision(
    20,
    "(second|2nd|two|2|x2|2x|2 x|x 2|joint|double) (anaes |anaesthetic |)cons(ultant|)(s|), consultant(s|) x2, cons x2, joint consultant case, cons(ultant|) colleague",
  ),
  ...supervision(
    null,
    "(ct|pgy)( |)3, ct( |)4, st( |)(1|2|8|9), fy( |)3, sat(3|4|5|6|7), jr, sho, (snr |senior |)reg(istrar|), spr, trainee, fellow, (senior |junior |)resident",
    "This grade has no group of its own: choose whom you supervised",
  ),
  ...supervision(null, "solo, alone, unsupervised"),
};

function supervision(code: number | null, words: string, ask?: string): Record<string, Meaning> {
  const meaning: Meaning = { field: "supervision", code, ...(ask ? { ask } : {}) };
  return Object.fromEntries(spellings(words).map((each) => [each, meaning]));
}

/** All spellings of a list such as `(st|ct) 1, fy1`; brackets contain alternatives. */
function spellings(words: string): string[] {
  return words.split(", ").flatMap(spelt);
}

function spelt(words: string): string[] {
  const inner = /^(.*)\(([^()]*)\)(.*)$/.exec(words);
  if (!inner) return [words.trim()];
  return (inner[2] ?? "").split("|").flatMap((choice) => spelt(`${inner[1]}${choice}${inner[3]}`));
}

/** Before the name of an option: it was not used. */
export const NOT = /^(?:no|not|non|without|w\/o|declined|declines|refused|refuses|nil|avoid|avoided)$/;

/** Flags of a block, by the words next to it. */
export const FLAG_WORDS: ReadonlyMap<string, BlockFlag> = new Map(
  Object.entries<BlockFlag>({
    us: "ultrasound",
    "u/s": "ultrasound",
    usg: "ultrasound",
    uss: "ultrasound",
    "us guided": "ultrasound",
    "usg guided": "ultrasound",
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
    ...{ failed: "failed", failled: "failed", fail: "failed", fails: "failed" },
    ...{ unsuccessful: "failed", unsuccesful: "failed", unsucessful: "failed" },
    converted: "failed",
    observed: "observed",
    taught: "taught",
  }),
);

/** Codes of neuraxial blocks: spinals, epidurals and caudals. */
export const NEURAXIAL = /^2[12]\d$/;
/** Flags that belong to a nerve block if a neuraxial block is next to it. */
export const OF_NERVES: readonly BlockFlag[] = ["ultrasound", "nerve_stimulator"];

/** Names of blocks that are also parts of the body or of an operation: they mean a block only with `block`. */
const BODY_PARTS = spellings(
  "ankle, scalp, penile, dorsal penile, obturator, intercostal, fem(oral|), tap, infraclavicular, ax(illary|), wrist, " +
    "forearm, saph(enous|), ac, deep, median, ulnar, pop, fi, pec",
);
/** Words that may follow the name of a block. */
const BLOCK_ENDINGS = spellings("(nerve |n |plexus |brachial plexus |plane |)block");

/** Every phrase of the Standard lists and of a case's codes, in small letters, with one space between words. */
export const STANDARD_PHRASES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...(["airway", "procedure"] as const).flatMap((field) =>
    STANDARD[field].flatMap(({ options }) =>
      options.flatMap(({ id, label }) => namesOf(normalPhrase(label), { field, id })),
    ),
  ),
  ...ofOptions(AIRWAY_WORDS, "airway"),
  ...ofOptions(PROCEDURE_WORDS, "procedure"),
  ...ofOptions(KEPT_WORDS, "procedure", { kept: true }),
  ...Object.entries(VEINS).flatMap(([id, veins]) =>
    spellings(veins).flatMap((vein) =>
      spellings(
        `(cvc|cvl|central line) (r |l |rt |lt |right |left |)${vein}, (r |l |rt |lt |right |left |)${vein} (cvc|cvl|central line)`,
      ).map((words) => [words, { field: "procedure", id } satisfies Meaning] as const),
    ),
  ),
  ...Object.entries(UNSURE_WORDS).map(([word, ask]) => [word, { field: "unsure", ask } satisfies Meaning] as const),
  ["rsc", { field: "procedure", id: "252", flag: "catheter" }],
  ["sa", { field: "procedure", id: "211", check: "Read as spinal" }],
  ...Object.entries(URGENCIES),
  ...Object.entries(SUPERVISIONS),
]);

function ofOptions(table: Record<string, string>, kind: OptionKind, more: { kept?: true } = {}) {
  return Object.entries(table).flatMap(([id, words]) => {
    const field: OptionKind = Number(id) < 200 ? "airway" : kind;
    return spellings(words).flatMap((word) => namesOf(word, { field, id, ...more }));
  });
}

/** A name with its meaning; for a block also with the endings that may follow it. */
function namesOf(name: string, meaning: Meaning & { id: string }): [name: string, meaning: Meaning][] {
  const names = BODY_PARTS.includes(name) ? [] : [name];
  const endings = BLOCK_IDS.includes(meaning.id) && !/block$/.test(name) ? BLOCK_ENDINGS : [];
  return [...names, ...endings.map((ending) => `${name} ${ending}`)].map((each) => [each, meaning]);
}

/** Normalises words for the lookup of phrases: `Sub-Tenon's` becomes `sub tenons`. */
export function normalPhrase(words: string): string {
  return words
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[-–—.,:;()]+| (?:&|and)(?= )/g, " ")
    .replace(/\bbl(?:oc)?ks?\b/g, "block")
    .replace(/\s+/g, " ")
    .trim();
}
