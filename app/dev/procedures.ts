/** A procedure: its name on a theatre list, whom it happens to, how long it takes, and its usual anaesthetic. */
export interface Procedure {
  text: string;
  /** Years, youngest and oldest. */
  ages: Range;
  /** From the start of the anaesthetic to its end. */
  minutes: Range;
  /** ASA grades of its patients, lowest and highest. */
  asa: Range;
  /** NCEPOD codes of the specification (3.6): 4 elective, 3 expedited, 2 urgent, 1 immediate. */
  urgencies: readonly number[];
  /** 1 female, 2 male; left out: either. */
  gender?: 1 | 2;
  /** Ids of the Standard airway list. */
  airway: readonly string[];
  /** Ids of the Standard procedure list. */
  extras: readonly string[];
  /** Blocks among the Standard procedures, done with ultrasound. */
  blocks?: readonly string[];
  /** How often it comes beside the others of its programme, which are 1 if it is left out. */
  often?: number;
  /** Where it stands on its list: what is longest or frailest is first, what is dirty or infected last. */
  place?: "first" | "last";
  /** Whether a catheter may stay where the block was. */
  catheter?: true;
  /** Once a year at most. */
  rare?: true;
}

type Range = readonly [number, number];

/** Procedures that share a list: all of one specialty, and as many as the hours of the list hold. */
export interface Programme {
  procedures: readonly Procedure[];
  /** Usual number of cases in ten hours. */
  cases: number;
  /** How often it is chosen among the programmes of its kind. */
  share: number;
}

/** Kinds of list that the cases of a consultant's sessions come from. */
export type ListKind = "theatre" | "trauma" | "ent" | "on_call" | "home_night" | "wli" | "private";

const ELECTIVE = [4];
const SOON = [3, 2];
const URGENT = [2];
const IMMEDIATE = [1];

const TUBE = ["121"];
const RSI = ["121", "132", "133"];
const IGEL = ["111"];
const FLEXIBLE_LMA = ["112"];
const AWAKE = ["101"];
const FACEMASK = ["102"];
const PREFORMED_TUBE = ["123"];
const MICROLARYNGOSCOPY_TUBE = ["127", "132"];
const GAS = ["202"];
const TIVA = ["201", "205"];

type Usual = Pick<Procedure, "airway" | "extras"> & Partial<Procedure>;

function procedures(
  urgencies: readonly number[],
  table: Record<string, readonly [ages: Range, minutes: Range, asa: Range, usual: Usual]>,
): Procedure[] {
  return Object.entries(table).map(([text, [ages, minutes, asa, usual]]) => ({
    ...{ text, ages, minutes, asa, urgencies },
    ...usual,
  }));
}

const DAY_SURGERY = procedures(ELECTIVE, {
  "Laparoscopic cholecystectomy": [[24, 82], [60, 95], [1, 3], { airway: TUBE, extras: GAS, often: 5 }],
  "Laparoscopic inguinal hernia repair": [
    [22, 78],
    [55, 85],
    [1, 2],
    { gender: 2, airway: TUBE, extras: TIVA, often: 3 },
  ],
  "Open inguinal hernia repair": [
    [30, 86],
    [45, 75],
    [1, 3],
    { gender: 2, airway: IGEL, extras: GAS, blocks: ["259"], often: 4 },
  ],
  "Open inguinal hernia repair under local anaesthetic": [
    [68, 92],
    [45, 70],
    [3, 4],
    { gender: 2, airway: AWAKE, extras: ["204"], blocks: ["259"] },
  ],
  "Paraumbilical hernia repair": [[25, 85], [40, 60], [1, 3], { airway: IGEL, extras: GAS, blocks: ["252"], often: 3 }],
  "Epigastric hernia repair": [[24, 74], [35, 55], [1, 3], { airway: IGEL, extras: GAS, blocks: ["252"] }],
  "Femoral hernia repair": [[40, 86], [45, 65], [1, 3], { gender: 1, airway: IGEL, extras: GAS }],
  "Excision of pilonidal sinus": [[18, 40], [35, 55], [1, 2], { airway: TUBE, extras: ["202", "206"], place: "last" }],
  Haemorrhoidectomy: [[24, 78], [30, 50], [1, 3], { airway: IGEL, extras: GAS, often: 2, place: "last" }],
  "Excision of lipoma, thigh": [[25, 75], [30, 45], [1, 3], { airway: IGEL, extras: TIVA }],
  "Lay open of anal fistula": [[22, 72], [25, 40], [1, 3], { airway: IGEL, extras: GAS, often: 2, place: "last" }],
});

const COLORECTAL = procedures(ELECTIVE, {
  "Laparoscopic right hemicolectomy": [
    [42, 88],
    [150, 200],
    [2, 3],
    { airway: TUBE, extras: ["202", "218", "281"], blocks: ["253"], often: 2, place: "first" },
  ],
  "Laparoscopic anterior resection": [
    [40, 86],
    [200, 260],
    [2, 3],
    { airway: TUBE, extras: ["201", "205", "218", "281", "290"], often: 2, place: "first" },
  ],
  "Reversal of ileostomy": [[28, 82], [80, 115], [1, 3], { airway: TUBE, extras: GAS, blocks: ["252"] }],
  "Examination of rectum under anaesthetic": [
    [30, 88],
    [20, 35],
    [1, 4],
    { airway: IGEL, extras: GAS, often: 2, place: "last" },
  ],
  "Incisional hernia repair": [
    [38, 80],
    [90, 130],
    [2, 3],
    { airway: TUBE, extras: GAS, blocks: ["252"], catheter: true },
  ],
});

const BREAST = procedures(ELECTIVE, {
  "Wide local excision and sentinel node biopsy": [
    [34, 89],
    [65, 95],
    [1, 3],
    { gender: 1, airway: IGEL, extras: TIVA, blocks: ["257"], often: 5 },
  ],
  "Mastectomy and axillary clearance": [
    [38, 88],
    [100, 145],
    [1, 4],
    { gender: 1, airway: TUBE, extras: TIVA, blocks: ["257", "256"], often: 2, place: "first" },
  ],
  "Excision of breast lump": [[22, 60], [35, 55], [1, 3], { gender: 1, airway: IGEL, extras: TIVA, often: 2 }],
  "Re-excision of margins, breast": [[38, 85], [35, 60], [1, 3], { gender: 1, airway: IGEL, extras: TIVA, often: 2 }],
  Microdochectomy: [[32, 70], [40, 60], [1, 2], { gender: 1, airway: IGEL, extras: TIVA }],
});

const CHILDREN_ENT = procedures(ELECTIVE, {
  Adenotonsillectomy: [[3, 12], [40, 60], [1, 2], { airway: PREFORMED_TUBE, extras: GAS, often: 4 }],
  "Insertion of grommets": [[1, 9], [15, 25], [1, 2], { airway: FACEMASK, extras: GAS, often: 3 }],
  "Adenoidectomy and grommets": [[2, 8], [30, 45], [1, 2], { airway: FLEXIBLE_LMA, extras: GAS, often: 2 }],
  "Examination of ears under anaesthetic": [[1, 8], [15, 25], [1, 2], { airway: FACEMASK, extras: GAS }],
});

const ADULT_ENT = procedures(ELECTIVE, {
  Tonsillectomy: [[17, 38], [40, 55], [1, 2], { airway: PREFORMED_TUBE, extras: ["201"], often: 2 }],
  Septoplasty: [[18, 66], [50, 75], [1, 3], { airway: FLEXIBLE_LMA, extras: ["201"], often: 2 }],
  "Functional endoscopic sinus surgery": [
    [20, 78],
    [75, 110],
    [1, 3],
    { airway: FLEXIBLE_LMA, extras: ["201", "205", "208"], often: 2 },
  ],
  Myringoplasty: [[18, 66], [75, 105], [1, 2], { airway: FLEXIBLE_LMA, extras: ["201"] }],
  "Microlaryngoscopy and biopsy": [[44, 85], [30, 50], [2, 3], { airway: MICROLARYNGOSCOPY_TUBE, extras: TIVA }],
  "Excision of neck lump": [[24, 76], [50, 75], [1, 3], { airway: TUBE, extras: TIVA }],
  Panendoscopy: [[45, 85], [30, 50], [2, 3], { airway: MICROLARYNGOSCOPY_TUBE, extras: ["201"] }],
});

const TRAUMA = [
  ...procedures(SOON, {
    "Hemiarthroplasty of hip": [
      [68, 99],
      [80, 120],
      [2, 4],
      { airway: AWAKE, extras: ["211", "203"], blocks: ["244"], often: 8, place: "first" },
    ],
    "Dynamic hip screw": [
      [64, 98],
      [70, 110],
      [2, 4],
      { airway: AWAKE, extras: ["211"], blocks: ["244"], often: 6, place: "first" },
    ],
    "Intramedullary nail of femur": [
      [70, 95],
      [95, 140],
      [3, 4],
      { airway: TUBE, extras: ["202", "281"], blocks: ["244"], often: 2, place: "first" },
    ],
    "Total hip replacement for fracture of neck of femur": [
      [60, 82],
      [115, 150],
      [2, 3],
      { airway: AWAKE, extras: ["211", "203"], blocks: ["244"], often: 3, place: "first" },
    ],
    "Plating of periprosthetic fracture of femur": [
      [70, 94],
      [150, 210],
      [3, 4],
      { airway: TUBE, extras: ["202", "281"], blocks: ["244"], often: 3, place: "first" },
    ],
    "Fixation of tibial plateau": [[19, 70], [130, 180], [1, 2], { airway: TUBE, extras: TIVA, often: 3 }],
    "Fixation of shaft of humerus": [[18, 76], [110, 150], [1, 3], { airway: TUBE, extras: GAS }],
    "Open reduction and fixation of ankle": [
      [18, 80],
      [70, 110],
      [1, 3],
      { airway: IGEL, extras: GAS, blocks: ["243", "242"], often: 5 },
    ],
    "Open reduction and fixation of distal radius": [
      [18, 84],
      [60, 95],
      [1, 3],
      { airway: AWAKE, extras: [], blocks: ["232"], often: 5 },
    ],
    "Tension band wiring of olecranon": [[20, 82], [65, 100], [1, 3], { airway: IGEL, extras: GAS, blocks: ["233"] }],
    "Fixation of proximal humerus": [
      [40, 84],
      [100, 140],
      [1, 3],
      { airway: TUBE, extras: GAS, blocks: ["231"], catheter: true },
    ],
    "Intramedullary nail of tibia": [[18, 68], [100, 140], [1, 2], { airway: TUBE, extras: TIVA, often: 2 }],
    "Tendon repair, hand": [[17, 62], [50, 80], [1, 2], { airway: AWAKE, extras: [], blocks: ["232"], often: 2 }],
  }),
  ...procedures(URGENT, {
    "Washout of septic knee": [[30, 88], [40, 65], [2, 3], { airway: IGEL, extras: GAS, place: "last" }],
    "Debridement of open fracture of tibia": [[18, 70], [60, 110], [1, 3], { airway: RSI, extras: GAS }],
    "Manipulation of forearm under anaesthetic": [
      [5, 14],
      [20, 35],
      [1, 1],
      { airway: IGEL, extras: GAS, often: 2, place: "first" },
    ],
    "Supracondylar fracture, closed reduction and wires": [
      [4, 10],
      [45, 70],
      [1, 1],
      { airway: TUBE, extras: GAS, place: "first" },
    ],
  }),
];

const NIGHT = [
  ...procedures(URGENT, {
    "Laparotomy for obstructed bowel": [
      [40, 90],
      [115, 175],
      [2, 4],
      { airway: RSI, extras: ["202", "281"], often: 4 },
    ],
    "Laparotomy for perforated viscus": [
      [38, 88],
      [105, 165],
      [3, 4],
      { airway: RSI, extras: ["202", "281", "290"], often: 3, urgencies: [2, 1] },
    ],
    "Laparotomy for strangulated hernia": [
      [52, 90],
      [80, 120],
      [2, 4],
      { airway: RSI, extras: ["202", "281"], often: 2 },
    ],
    "Debridement of necrotising fasciitis": [
      [40, 78],
      [60, 100],
      [3, 4],
      { airway: RSI, extras: ["202", "281", "282"], rare: true },
    ],
    "Category 2 caesarean section": [
      [19, 44],
      [50, 75],
      [2, 3],
      { gender: 1, airway: AWAKE, extras: ["211", "218"], often: 3 },
    ],
    "Manual removal of placenta": [[19, 42], [30, 50], [2, 2], { gender: 1, airway: AWAKE, extras: ["211"] }],
    "Laparoscopic appendicectomy": [[6, 44], [55, 85], [1, 2], { airway: RSI, extras: GAS, often: 2, place: "first" }],
    "Ureteric stent for infected obstructed kidney": [[34, 86], [30, 50], [3, 4], { airway: RSI, extras: GAS }],
  }),
  ...procedures(IMMEDIATE, {
    "Category 1 caesarean section": [[19, 43], [45, 70], [2, 2], { gender: 1, airway: RSI, extras: GAS, often: 3 }],
    "Laparoscopy for ruptured ectopic pregnancy": [
      [20, 41],
      [50, 80],
      [2, 3],
      { gender: 1, airway: RSI, extras: ["202", "287"], often: 2 },
    ],
    "Scrotal exploration for torsion": [[12, 24], [30, 50], [1, 1], { gender: 2, airway: RSI, extras: GAS }],
    "Return to theatre for bleeding after tonsillectomy": [[17, 38], [35, 55], [2, 2], { airway: RSI, extras: GAS }],
    "Return to theatre for bleeding after colectomy": [
      [50, 84],
      [70, 110],
      [3, 4],
      { airway: RSI, extras: ["202", "281", "287"] },
    ],
    "Laparotomy for bleeding duodenal ulcer": [
      [52, 86],
      [80, 120],
      [3, 4],
      { airway: RSI, extras: ["202", "281", "287"] },
    ],
    "Laparotomy for ruptured spleen": [
      [19, 64],
      [80, 120],
      [3, 4],
      { airway: RSI, extras: ["202", "281", "287", "301"], rare: true },
    ],
    "Laparotomy for ischaemic bowel": [
      [62, 90],
      [90, 140],
      [4, 5],
      { airway: RSI, extras: ["202", "281", "282"], often: 2 },
    ],
    "Ruptured abdominal aortic aneurysm repair": [
      [66, 86],
      [170, 230],
      [5, 5],
      { gender: 2, airway: RSI, extras: ["202", "281", "282", "287", "302"], rare: true },
    ],
  }),
];

const DAY_ORTHOPAEDICS = procedures(ELECTIVE, {
  "Carpal tunnel decompression": [[32, 84], [20, 35], [1, 3], { airway: AWAKE, extras: ["204"], often: 2 }],
  "Knee arthroscopy": [[19, 58], [35, 55], [1, 3], { airway: IGEL, extras: GAS }],
  "Shoulder arthroscopy and decompression": [
    [32, 74],
    [70, 100],
    [1, 3],
    { airway: ["121", "132"], extras: GAS, blocks: ["231"] },
  ],
  "Bunion correction": [[26, 76], [50, 75], [1, 3], { gender: 1, airway: IGEL, extras: GAS, blocks: ["247"] }],
  "Fasciectomy for Dupuytren's contracture": [
    [46, 80],
    [50, 75],
    [1, 3],
    { airway: AWAKE, extras: [], blocks: ["232"] },
  ],
});

const PRIVATE_ORTHOPAEDICS = procedures(ELECTIVE, {
  "Total hip replacement": [
    [50, 86],
    [100, 135],
    [1, 3],
    { airway: AWAKE, extras: ["211", "203"], blocks: ["246"], place: "first" },
  ],
  "Knee arthroscopy": [[19, 58], [35, 55], [1, 2], { airway: IGEL, extras: GAS }],
});

export const PROGRAMMES: Record<ListKind, readonly Programme[]> = {
  theatre: [
    { procedures: DAY_SURGERY, cases: 7, share: 6 },
    { procedures: COLORECTAL, cases: 4, share: 1 },
    { procedures: BREAST, cases: 7, share: 2 },
  ],
  ent: [
    { procedures: CHILDREN_ENT, cases: 12, share: 3 },
    { procedures: ADULT_ENT, cases: 9, share: 2 },
  ],
  trauma: [{ procedures: TRAUMA, cases: 5, share: 1 }],
  on_call: [{ procedures: NIGHT, cases: 3, share: 1 }],
  home_night: [{ procedures: NIGHT, cases: 1, share: 1 }],
  wli: [{ procedures: DAY_ORTHOPAEDICS, cases: 9, share: 1 }],
  private: [{ procedures: PRIVATE_ORTHOPAEDICS, cases: 6, share: 1 }],
};
