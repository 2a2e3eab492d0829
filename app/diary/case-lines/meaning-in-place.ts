import type { LineWords } from "./line-words";
import { type Meaning, normalPhrase, STANDARD_PHRASES } from "./phrases";

/** After these words, `fem` means a femoral vein. */
const OF_VEIN = /^(?:[lr]t?|left|right|vas-?cath|line|aline|cvc)$/;
/** Nerves and planes that mean a block if `OF_BLOCK` follows: `TAP us`. */
const AS_BLOCK = /^(?:tap|fem(?:oral)?|ax(?:illary)?|pop|saph|pec|fi)$/;
const OF_BLOCK = /^(?:us|usg|u\/s|ns|pns|cath(?:eter)?s?)$/;
const SPINAL = "211";
const OPIOID = /^(?:dia?)?morph(?:ine)?$/;
/** A vertebral level next to an epidural, which gives its region. */
const LEVEL = /^([tl])\d/;
/** `TOE` in capitals, in a line with small letters, is the echo and not a toe. */
const ECHO: Meaning = { field: "procedure", id: "291", check: "Read as the echo" };

const DISEASE =
  /^(absc|aneur|arter|avm|byp|clinic|collection|cord|correct|cysts?$|decomp|deform|dysraph|embol|empy|fix|fract|#|fus|haemat|hemat|infect|inj|instr|lesion|lipoma|lymph|mass|metast|mets|musc|neurec|neurol|node|osteot|releas|rods|scoli|shock|stabil|steal|stenos|steroid|stim|surg|tenot|trauma|tumou?r)/;
/** The same after the name of a nerve or plane, which is as often the place of the operation. */
const OF_PLACE =
  /^(biops|repair|explor|excis|resect|recon|transp|transf|graft|flap|palsy|injur|wound|mesh|lac|dissect|vein|artery|fossa (?:cyst|repair)|drain$)/;
/** After the name of a nerve or plane: it is a block only if a detail of a block, or `block`, follows these. */
const PLACE = /^(?:nerve|plexus|sheath|plane|region|area|space|muscle|vein|artery|vessels?|fossa|anterior)$/;
const DETAIL = /^(?:us|usg|u\/s|ultrasound|ns|pns|cath(?:eter)?s?)$/;
/** After `spinal`: the place of the operation, or what was done under a spinal. */
const PERHAPS_OF_SPINE = /^(?:biops|dissect|drain|excis|explor|repair|resect|washout|wound)/;
const WHICH_TOP_UP: Meaning = { field: "unsure", ask: "Was an epidural topped up, or the spinal done again?" };
const WHICH_SPINAL: Meaning = { field: "unsure", ask: "Spinal anaesthetic, or part of the operation?" };
/** `MAC 3`, unless a local anaesthetic or sedation before it says that it is monitored care. */
const MAC_OR_BLADE = /^mac [1-5]$/;
const WHICH_MAC: Meaning = {
  field: "unsure",
  ask: "Monitored care and an ASA grade, or a blade? For the first, write MAC, ASA 3",
};
/** Operations with bougies of their own, unless the airway is next to the word. */
const WITH_BOUGIE = /dilat|esophag|strictur|sleeve|fundoplic|nissen|achalasia|\bogd\b|gastroscop|ureth/;
const OF_AIRWAY =
  /^(?:\w?ett|vl|dl|rsi|intubat|view|mcgrath|glidescope|c-?mac|used|tube|airway|difficult|grade|igel|lma)/;
const WHICH_BOUGIE: Meaning = {
  field: "unsure",
  ask: "To intubate, or part of the operation? Choose it if to intubate",
};
/** `exp lap` alone is a laparotomy; before a laparoscopic operation `exp` may say how urgent it was. */
const EXPEDITED_LAPAROSCOPY =
  /^lap(?:aroscopic)?(?:app|chole|hernia|inguinal|umb|nephr|ovar|oopho|salping|hyst|col|hemi|ant|fundo|sleeve|adren|splen)/;
const WHICH_EXP: Meaning = { field: "unsure", ask: "Expedited, or exploratory? Write expedited for the urgency" };
const BONE = /^(amp|arthro|debrid|fract|#|fus|head|joint|nail|orif|osteot|plat|replac|shaft|straight|wash)/;

/**
 * Phrases that are part of an operation, not of the anaesthetic, if the next word begins so: `spinal fusion` is
 * surgery, `spinal` is not.
 */
const OF_SURGERY: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    ...{ spinal: DISEASE, epidural: DISEASE, "lumbar epidural": DISEASE, "thoracic epidural": DISEASE },
    ...{ subclavian: DISEASE, intercostals: DISEASE },
    ...{
      toe: BONE,
      mtp: BONE,
      fib: BONE,
      femoral: /^./,
      axillary: /^./,
      tap: /^(?!(?:r|l|rt|lt|right|left|bilat\w*|both)$)./,
    },
    lp: /^shunt/,
    block: /^(?!us|usg|ns|pns|cath|landmark)/,
    caudal: /^(regress|extens|epid|steroid|inject)/,
    midline: /^(lap|incis|hern|wound|shift|neck|cyst|sternot)/,
    immediate: /^(breast|recon|diep|implant|load|lat|ld|tram)/,
    exp: /^(?:lap|laparotom|thoracotom|stern|crani|tymp|scrot|test|of$)/,
    sedation: /^hold/,
    mac: /^(blade|sevo|des|iso|of|vol)/,
    jet: /^(ski|wash|lavage)/,
    prone: /^cpr/,
    transfer: /^(of|tendon|flap|free)/,
    crash: /^(call|team|trolley)/,
    pac: /^(done|clinic)/,
    student: /^(nurse|midwife)/,
    ...{ trache: /^(change|review|decann)/, trachy: /^(change|review|decann)/ },
    art: /^(therap|embol)/,
    bougie: /^(dilat|\d\d(f|fr|ch)?$|calib|siz)/,
  }),
);

/** The same for the word before: `tib fib` is a fracture. */
const AFTER_SURGERY: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    fib: /^(v|tib|tib\/|tibia|distal|proximal|prox|lat|#|nof\/)$/,
    toe: /^(big|great|hammer|claw|1st|2nd|3rd|4th|5th|r|l|rt|lt|right|left|ingrown|ingrowing)$/,
    ...{ rij: /^(wire|pacing|tpw)$/, lij: /^(wire|pacing|tpw)$/ },
    exp: /^(?:abdo|abdomen|cbd|duct|groin|inguinal|hand|neck|nerve|orbit\w*|scrot\w*|test\w*|tendon|wound)$/,
    mask: /^(nasal|oxygen|o2|hudson|laryngeal|my)$/,
    mac: /^(vl|dl|mcgrath|size)$/,
    student: /^(odps?|nurs(e|ing)|midwi.*|physio|pa|dental|vet)$/,
    transfer: /^(tendon|nerve|muscle|flap|fat|embryo|toe|et)$/,
    art: /^(radial|carotid|femoral|popliteal|lima|renal|coronary)$/,
    bougie:
      /^(o?esophag.*|ureth.*|dilat.*|savary|maloney|hurst|gastric|rectal|anal|vaginal|strictur.*|\d\d(f|fr|ch)|over)$/,
  }),
);

/**
 * The meaning of a phrase among the words around it; undefined if they make it part of the operation.
 * @param lastBlock the block that was named last
 */
export function meaningInPlace(
  words: LineWords,
  at: number,
  count: number,
  lastBlock: string | null,
): Meaning | undefined {
  const typed = words.phrase(at, count);
  const phrase = normalPhrase(typed);
  const [before, behind] = [words.joined(at - 1), words.joined(at + count)];
  if (phrase === "") return undefined;
  const block = STANDARD_PHRASES.get(`${phrase} block`);
  if (block && (isBlockFor(phrase, before, behind) || goesOnWithBlock(words, at + count))) return block;
  const nerve = DETAIL.test(behind) && /^(.+) (?:nerve|n|plane)$/.exec(phrase)?.[1];
  if (nerve) return STANDARD_PHRASES.get(`${nerve} block`);
  const found = STANDARD_PHRASES.get(phrase);
  if (found && isPlace(found, phrase) && isOperatedOn(words, at + count)) return undefined;
  if (phrase.startsWith("top") && before === "spinal") return WHICH_TOP_UP;
  if (block && lastBlock && DETAIL.test(behind) && /^(?:&|and)$/.test(before)) return block;
  if (phrase === "exp" && EXPEDITED_LAPAROSCOPY.test(words.joined(at + 1, 2))) return WHICH_EXP;
  if ((behind && OF_SURGERY.get(phrase)?.test(behind)) || AFTER_SURGERY.get(phrase)?.test(before)) return undefined;
  if (phrase === "spinal" && PERHAPS_OF_SPINE.test(behind) && !words.endsPart(at)) return WHICH_SPINAL;
  if (
    MAC_OR_BLADE.test(phrase) &&
    !/^(?:la|local|sed.*|under)$/.test(before) &&
    !AFTER_SURGERY.get("mac")?.test(before)
  ) {
    return WHICH_MAC;
  }
  if (phrase === "bougie" && !OF_AIRWAY.test(before) && !OF_AIRWAY.test(behind)) {
    if (WITH_BOUGIE.test(words.typed(0, words.count).toLowerCase())) return WHICH_BOUGIE;
  }
  const level = /^epi(?:dural)?$/.test(phrase) && (LEVEL.exec(behind) ?? LEVEL.exec(before))?.[1];
  if (level) return { field: "procedure", id: level === "t" ? "213" : "212" };
  if (OPIOID.test(phrase) && lastBlock === SPINAL) return { field: "procedure", id: "218" };
  if (typed === "TOE" && /[a-z]/.test(words.typed(0, words.count))) return ECHO;
  return found ?? withoutEnding(typed);
}

/** True for the name of a nerve or a plane alone, which is not an abbreviation. */
function isPlace(found: Meaning, phrase: string): boolean {
  if (/plexus$/.test(phrase)) return true;
  return (
    "id" in found && /^2(?:[3-5]|7[12])/.test(found.id) && phrase.length > 4 && !/(?:block|blocks|bier)$/.test(phrase)
  );
}

/** True when an operation on the nerve or plane follows its name: `sciatic nerve repair`. */
function isOperatedOn(words: LineWords, at: number): boolean {
  if (words.endsPart(at - 1)) return false;
  const next = words.joined(at);
  if (DISEASE.test(next) || OF_PLACE.test(next)) return true;
  return PLACE.test(next) && !OF_BLOCK.test(words.joined(at + 1)) && !/^bl(?:oc)?k/.test(words.joined(at + 1));
}

/** The meaning without the ending of a plural of capitals, or of a device with its size: `RSCs`, `LMA#3`. */
function withoutEnding(typed: string): Meaning | undefined {
  const several = /^(.*[A-Z])s$/.exec(typed)?.[1];
  if (several) return STANDARD_PHRASES.get(normalPhrase(several));
  const device = STANDARD_PHRASES.get(normalPhrase(/^([a-z-]+)#?\d(?:[.]\d)?$/i.exec(typed)?.[1] ?? ""));
  return device?.field === "airway" ? device : undefined;
}

function isBlockFor(phrase: string, before: string, behind: string): boolean {
  return (
    AS_BLOCK.test(phrase) &&
    OF_BLOCK.test(behind) &&
    !(phrase.startsWith("fem") && (OF_VEIN.test(before) || behind.startsWith("catheter")))
  );
}

/** `fem + sciatic blocks`, `pop + saph us`: both nerves are blocked. */
function goesOnWithBlock(words: LineWords, at: number): boolean {
  const from = /^(?:&|and)$/.test(words.joined(at)) ? at + 1 : at;
  if (from === at && !/[+/]/.test(words.typed(at - 1, 2))) return false;
  return [1, 2, 3, 4].some((count) => {
    const phrase = normalPhrase(words.phrase(from, count));
    if (AS_BLOCK.test(phrase)) return OF_BLOCK.test(words.joined(from + count));
    return / (?:block|cpb)$/.test(phrase) && STANDARD_PHRASES.get(phrase)?.field === "procedure";
  });
}
