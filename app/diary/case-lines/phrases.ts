import { type BlockFlag, type OptionKind, STANDARD } from "../cases/standard-options";

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

/** Common abbreviations of the Standard lists, by the option's id. Labels themselves are read as well. */
const AIRWAY: Record<string, readonly string[]> = {
  101: ["no airway", "no airway device"],
  102: ["facemask", "face mask", "fm"],
  103: ["guedel", "opa", "npa"],
  104: ["hfno", "hfnc", "hfnoc", "thrive", "optiflow"],
  111: ["igel", "i gel"],
  112: ["lma", "flma", "flexi lma", "flexible lma", "classic lma", "clma", "reinforced lma", "rlma"],
  113: ["proseal", "supreme", "auragain", "supreme lma", "proseal lma", "plma", "second gen lma"],
  114: ["ilma", "intubating lma"],
  121: ["ett", "oett", "oral ett", "oral tube", "intubated", "cett"],
  122: ["nett", "nasal ett", "nasal tube", "nasal intubation"],
  123: ["rae", "rae tube", "south rae", "south facing rae", "north rae", "north facing rae", "nasal rae", "oral rae"],
  124: ["rett", "reinforced ett", "reinforced tube", "armoured tube", "armoured ett"],
  125: ["dlt", "double lumen", "double lumen tube", "left dlt", "right dlt"],
  126: ["blocker", "bronchial blocker", "bb", "endobronchial blocker"],
  127: ["mlt", "micro tube", "microlaryngeal tube"],
  128: ["laser tube"],
  131: ["dl", "direct laryngoscopy"],
  132: [
    "vl",
    "videolaryngoscope",
    "videolaryngoscopy",
    "video laryngoscopy",
    "glidescope",
    "mcgrath",
    "cmac",
    "c mac",
    "airtraq",
  ],
  133: ["rsi", "mrsi", "modified rsi"],
  134: ["bougie", "stylet"],
  135: ["afoi", "awake foi", "awake fibreoptic", "awake fibreoptic intubation", "ati foi", "awake fob"],
  136: ["awake vl", "ati vl"],
  137: ["asleep foi", "asleep fibreoptic", "asleep fibreoptic intubation"],
  138: ["gas induction", "inhalational induction"],
  139: ["jet", "jet ventilation", "hfjv"],
  140: ["tubeless", "apnoeic oxygenation"],
  142: ["existing trache", "existing tracheostomy", "via trache", "via tracheostomy"],
  143: ["perc trache", "percutaneous tracheostomy", "perc tracheostomy"],
  144: ["surgical tracheostomy", "surgical trache"],
  145: ["fona", "efona", "front of neck access", "cric", "cricothyroidotomy"],
  146: ["difficult airway", "difficult intubation"],
  147: ["failed intubation"],
  148: ["deep extubation"],
  149: ["aec", "airway exchange catheter", "staged extubation"],
};

const PROCEDURES: Record<string, readonly string[]> = {
  201: ["tiva", "tci"],
  202: ["volatile", "sevo", "sevoflurane", "isoflurane", "desflurane"],
  203: ["sedation", "sedated", "conscious sedation"],
  204: ["local only", "la only", "mac", "monitored care"],
  205: ["bis", "doa monitor", "entropy", "peeg"],
  206: ["prone"],
  207: ["olv", "one lung", "one lung ventilation"],
  208: ["controlled hypotension", "hypotensive"],
  211: ["spinal", "sab", "spinal anaesthetic"],
  212: ["lumbar epidural", "epidural lumbar"],
  213: ["thoracic epidural", "epidural thoracic", "tea"],
  214: ["labour epidural"],
  215: ["cse"],
  216: ["epidural top up", "top up"],
  217: ["caudal", "caudal block"],
  218: [
    "it opioid",
    "it morphine",
    "it diamorphine",
    "it diamorph",
    "itm",
    "intrathecal morphine",
    "intrathecal diamorphine",
  ],
  219: ["blood patch", "ebp"],
  220: ["lumbar drain"],
  231: ["isb", "interscalene", "interscalene block", "isbpb"],
  232: [
    "axb",
    "axillary block",
    "axillary brachial",
    "axillary brachial plexus",
    "axillary brachial plexus block",
    "axillary bpb",
  ],
  233: ["scb", "supraclav", "supraclavicular", "supraclavicular block", "supraclav block"],
  234: ["icb", "infraclav", "infraclavicular", "infraclavicular block", "infraclav block"],
  235: ["ssnb", "suprascapular", "suprascapular block"],
  236: ["wrist block", "forearm block", "forearm blocks"],
  237: ["ivra", "biers", "bier", "biers block", "bier block"],
  241: ["fnb", "femoral block", "femoral nerve block", "fem block"],
  242: ["acb", "adductor", "adductor canal", "adductor canal block", "saphenous block"],
  243: ["pop sciatic", "popliteal sciatic", "popliteal block", "popliteal", "pop block", "pop sciatic block"],
  244: [
    "fib",
    "ficb",
    "sifib",
    "fascia iliaca",
    "fascia iliaca block",
    "fi block",
    "suprainguinal fib",
    "supra inguinal fib",
  ],
  245: ["sciatic", "sciatic block", "sciatic nerve block"],
  246: ["peng", "peng block"],
  247: ["ankle block"],
  248: ["ipack"],
  249: ["obturator block", "obturator nerve block"],
  251: ["esp", "espb", "esp block", "erector spinae", "erector spinae block"],
  252: ["rsb", "rectus sheath", "rectus sheath block", "rectus sheath blocks", "rsc", "rectus sheath catheters"],
  253: [
    "tap block",
    "tap blocks",
    "taps",
    "bilat taps",
    "bilateral taps",
    "bilateral tap blocks",
    "transversus abdominis plane block",
  ],
  254: ["ql", "qlb", "ql block", "quadratus lumborum", "quadratus lumborum block"],
  255: ["pvb", "paravertebral", "paravertebral block"],
  256: [
    "sap block",
    "sapb",
    "serratus",
    "serratus anterior",
    "serratus block",
    "serratus anterior block",
    "serratus anterior plane block",
  ],
  257: ["pecs", "pecs block", "pecs 1", "pecs 2", "pecs ii", "pecs i", "pecs blocks"],
  258: ["intercostal block", "intercostal blocks", "intercostals"],
  259: ["ilioinguinal", "ilioinguinal block", "iiih", "ii ih block"],
  260: ["penile block", "dpnb", "dorsal penile block"],
  261: ["wound catheter", "wound infusion catheter"],
  271: ["scpb", "superficial cervical plexus", "superficial cervical plexus block", "superficial cervical block"],
  272: ["deep cervical plexus block", "deep cervical block"],
  273: ["scalp block"],
  274: ["subtenons", "sub tenons", "subtenon", "sub tenon", "stb"],
  275: ["peribulbar", "peribulbar block"],
  276: ["topicalisation", "airway topicalisation"],
  281: ["aline", "a line", "art line", "arterial line", "ial"],
  282: ["ij", "ijv", "rij", "lij", "ij line", "ij cvc", "cvc ij", "rij cvc", "ijv cvc", "internal jugular"],
  283: ["subclavian", "subclavian line", "subclavian cvc", "scv"],
  284: ["femoral line", "femoral cvc", "fem line"],
  285: ["picc", "midline", "picc line"],
  286: ["vascath"],
  287: ["large bore", "ric", "ric line", "rapid infuser"],
  288: ["intraosseous"],
  289: ["pa catheter", "swan ganz"],
  290: ["odm", "oesophageal doppler", "lidco", "cardiac output monitor", "co monitor", "flotrac"],
  291: ["toe probe", "transoesophageal echo", "intraop toe"],
  292: ["tte", "focused echo", "fice"],
  293: ["us iv", "usg iv", "us cannula", "us iv access"],
  301: ["cell salvage", "cell saver"],
  302: ["mtp", "massive transfusion", "moh", "major haemorrhage"],
  303: ["teg", "rotem"],
  311: ["cpb", "on pump"],
  312: ["dhca"],
};

/** Words for what is an operation of its own as often as a part of one: the description has them, too. */
const KEPT: Record<string, readonly string[]> = {
  219: ["epidural blood patch"],
  220: ["lumbar puncture", "lp"],
  141: ["rigid bronchoscopy"],
  313: ["bronchoscopy"],
  314: ["chest drain", "icd insertion"],
  315: ["cardioversion", "dc cardioversion", "dccv"],
  316: ["ect"],
  317: ["intra hospital transfer", "intrahospital transfer"],
  318: ["inter hospital transfer", "interhospital transfer"],
  319: ["cardiac arrest", "cpr"],
  320: ["brain stem testing", "brainstem testing", "bsdt"],
  321: ["cpet"],
  322: ["awake craniotomy"],
};

const UNSURE: Record<string, string> = {
  epidural: "Lumbar, thoracic or labour epidural?",
  cvc: "Which vein: internal jugular, subclavian or femoral?",
  cvp: "Which vein: internal jugular, subclavian or femoral?",
  "central line": "Which vein: internal jugular, subclavian or femoral?",
  toe: "Transoesophageal echo, or a toe? Choose TOE if it was the echo",
  transfer: "Within the hospital, or to another?",
  axillary: "Axillary brachial plexus block? Write axillary block",
  femoral: "Femoral nerve block? Write femoral block",
  tap: "TAP block? Write TAP block",
  fob: "Awake or asleep? Write AFOI or asleep FOI",
  foi: "Awake or asleep? Write AFOI or asleep FOI",
  sga: "Which supraglottic airway: i-gel, LMA or another?",
  block: "Which block?",
  trache: "Percutaneous, surgical, or an existing one?",
};

/**
 * Part of an operation, and no anaesthetic: what follows these words there. `spinal fusion` is surgery, `spinal` is not.
 * The word before the bar, then the beginnings of the words behind it.
 */
export const OF_SURGERY: Record<string, RegExp> = {
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
};

/** What is said of a block beside it. */
export const FLAG_WORDS: Record<string, BlockFlag> = {
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
  catheter: "catheter",
  failed: "failed",
  converted: "failed",
  observed: "observed",
  taught: "taught",
};

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
  ...ofOptions(AIRWAY, "airway"),
  ...ofOptions(PROCEDURES, "procedure"),
  ...ofOptions(KEPT, "procedure", { kept: true }),
  ...Object.entries(UNSURE).map(([word, ask]) => [word, { field: "unsure", ask } satisfies Meaning] as const),
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
