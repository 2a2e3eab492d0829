export type OptionKind = "airway" | "procedure";

export interface CaseOption {
  id: string;
  label: string;
}

/** Options under one heading, as users look for them. */
interface OptionGroup extends Traits {
  name: string;
  options: readonly CaseOption[];
}

interface Traits {
  /** Nerve and neuraxial blocks: each chosen one can have flags. */
  blocks?: true;
  /** Used in most cases: its group is open at first. */
  common?: true;
}

const PLAIN: Traits = {};
const COMMON: Traits = { common: true };
const BLOCKS: Traits = { blocks: true };
const COMMON_BLOCKS: Traits = { blocks: true, common: true };

function group(name: string, traits: Traits, labels: Record<number, string>): OptionGroup {
  // Integer keys are enumerated in ascending order, so the ids also order the list.
  return { name, options: Object.entries(labels).map(([id, label]) => ({ id, label })), ...traits };
}

/** The Standard airway list. Ids are stored with cases and never change their meaning. */
export const STANDARD_AIRWAY: readonly OptionGroup[] = [
  group("Supraglottic", COMMON, {
    111: "SGA - i-gel",
    112: "SGA - LMA classic / flexible",
    113: "SGA - second generation, other (ProSeal, Supreme, AuraGain)",
    114: "Intubation through SGA",
  }),
  group("Tracheal tube", COMMON, {
    121: "Oral ETT",
    122: "Nasal ETT",
    123: "Preformed / RAE tube",
    124: "Reinforced tube",
    127: "Microlaryngoscopy tube",
    128: "Laser tube",
  }),
  group("Technique", COMMON, {
    131: "Direct laryngoscopy",
    132: "Videolaryngoscopy",
    133: "RSI / modified RSI",
    134: "Bougie / stylet used",
  }),
  group("None", PLAIN, { 101: "No airway device (awake / regional / sedation)" }),
  group("Basic", PLAIN, {
    102: "Facemask",
    103: "Oropharyngeal / nasopharyngeal airway",
    104: "High-flow nasal oxygen (THRIVE)",
  }),
  group("Lung isolation", PLAIN, { 125: "Double-lumen tube", 126: "Bronchial blocker" }),
  group("Advanced", PLAIN, {
    135: "Awake tracheal intubation - flexible bronchoscope",
    136: "Awake tracheal intubation - videolaryngoscope",
    137: "Asleep flexible bronchoscopic intubation",
    138: "Gas induction",
    139: "Jet / injector ventilation",
    140: "Apnoeic oxygenation (tubeless)",
    141: "Rigid bronchoscopy, shared airway",
  }),
  group("Tracheostomy", PLAIN, {
    142: "Existing tracheostomy",
    143: "Percutaneous tracheostomy",
    144: "Surgical tracheostomy (shared airway)",
  }),
  group("Rescue", PLAIN, { 145: "Front-of-neck access (emergency)" }),
  group("Event", PLAIN, { 146: "Difficult airway (unanticipated)", 147: "Failed intubation" }),
  group("Emergence", PLAIN, { 148: "Deep extubation", 149: "Airway exchange catheter / staged extubation" }),
];

/** The Standard procedure list; within a region the RA-UK "Plan A" blocks come first. */
export const STANDARD_PROCEDURES: readonly OptionGroup[] = [
  group("Technique", COMMON, {
    201: "TIVA/TCI",
    202: "Volatile",
    203: "Sedation",
    204: "Local only / monitored care",
    205: "Depth-of-anaesthesia monitor",
    206: "Prone",
    207: "One-lung ventilation",
    208: "Controlled hypotension",
  }),
  group("Neuraxial", COMMON_BLOCKS, {
    211: "Spinal",
    212: "Epidural lumbar",
    213: "Epidural thoracic",
    214: "Labour epidural",
    215: "CSE",
    216: "Epidural top-up for theatre",
    217: "Caudal",
    218: "Intrathecal opioid",
    219: "Epidural blood patch",
    220: "Lumbar puncture / drain",
  }),
  group("Upper limb", BLOCKS, {
    231: "Interscalene",
    232: "Axillary brachial",
    233: "Supraclavicular",
    234: "Infraclavicular",
    235: "Suprascapular",
    236: "Forearm / wrist",
    237: "IVRA",
  }),
  group("Lower limb", BLOCKS, {
    241: "Femoral",
    242: "Adductor canal",
    243: "Popliteal sciatic",
    244: "Fascia iliaca / suprainguinal",
    245: "Sciatic proximal",
    246: "PENG",
    247: "Ankle",
    248: "iPACK",
    249: "Obturator",
  }),
  group("Trunk", BLOCKS, {
    251: "Erector spinae",
    252: "Rectus sheath",
    253: "TAP",
    254: "Quadratus lumborum",
    255: "Paravertebral",
    256: "Serratus anterior",
    257: "PECS I/II",
    258: "Intercostal",
    259: "Ilioinguinal",
    260: "Penile",
    261: "Wound catheter",
  }),
  group("Head, neck, eye", BLOCKS, {
    271: "Superficial cervical plexus",
    272: "Deep cervical plexus",
    273: "Scalp",
    274: "Sub-Tenon's",
    275: "Peribulbar",
    276: "Airway topicalisation / SLN",
  }),
  group("Access, monitoring", PLAIN, {
    281: "Arterial line",
    282: "CVC internal jugular",
    283: "CVC subclavian",
    284: "CVC femoral",
    285: "PICC / midline",
    286: "Vascath",
    287: "Large-bore / rapid infuser",
    288: "Intraosseous",
    289: "PA catheter",
    290: "Cardiac output monitor",
    291: "TOE",
    292: "TTE / focused echo",
    293: "Ultrasound IV access",
  }),
  group("Blood", PLAIN, { 301: "Cell salvage", 302: "Massive transfusion", 303: "Near-patient clotting (TEG/ROTEM)" }),
  group("Other", PLAIN, {
    311: "Cardiopulmonary bypass",
    312: "DHCA",
    313: "Bronchoscopy",
    314: "Chest drain",
    315: "Cardioversion",
    316: "ECT",
    317: "Transfer - intra-hospital",
    318: "Transfer - inter-hospital",
    319: "CPR / cardiac arrest",
    320: "Brain-stem testing",
    321: "CPET",
    322: "Awake craniotomy",
    323: "MRI anaesthesia",
  }),
];

export const STANDARD: Record<OptionKind, readonly OptionGroup[]> = {
  airway: STANDARD_AIRWAY,
  procedure: STANDARD_PROCEDURES,
};

/** The options of `STANDARD` without their groups. */
export const STANDARD_OPTIONS: Record<OptionKind, readonly CaseOption[]> = {
  airway: STANDARD_AIRWAY.flatMap(({ options }) => options),
  procedure: STANDARD_PROCEDURES.flatMap(({ options }) => options),
};

/** Ids of the options that can carry flags. */
export const BLOCK_IDS: readonly string[] = STANDARD_PROCEDURES.flatMap(({ blocks, options }) =>
  blocks ? options.map(({ id }) => id) : [],
);

/** Flags of a chosen block. */
export const BLOCK_FLAGS = [
  { value: "ultrasound", label: "Ultrasound" },
  { value: "nerve_stimulator", label: "Nerve stimulator" },
  { value: "landmark", label: "Landmark" },
  { value: "catheter", label: "Catheter" },
  { value: "failed", label: "Failed / converted" },
  { value: "observed", label: "Observed" },
  { value: "taught", label: "Taught" },
] as const;

export type BlockFlag = (typeof BLOCK_FLAGS)[number]["value"];

/** The form field name of a block's flags. */
export function flagsName(blockId: string): string {
  return `block_flags_${blockId}`;
}
