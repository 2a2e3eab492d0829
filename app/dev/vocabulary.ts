/** A procedure: its name on a theatre list, the ages at which it happens, and its usual anaesthetic. */
export interface Procedure {
  text: string;
  /** Years, youngest and oldest. */
  ages: readonly [number, number];
  /** 1 female, 2 male; left out: either. */
  gender?: 1 | 2;
  /** Ids of the Standard airway list. */
  airway: readonly string[];
  /** Ids of the Standard procedure list. */
  extras: readonly string[];
  /** Blocks among the Standard procedures, done with ultrasound. */
  blocks?: readonly string[];
}

/** Kinds of list that the cases of a consultant's sessions come from. */
export type ListKind = "theatre" | "trauma" | "ent" | "on_call" | "wli";

const TUBE = ["121"];
const VIDEO_TUBE = ["121", "132"];
const RSI_TUBE = ["121", "132", "133"];
const IGEL = ["111"];
const FLEXIBLE_LMA = ["112"];
const AWAKE = ["101"];
const GAS = ["202"];
const TIVA = ["201", "205"];

const THEATRE: Procedure[] = [
  { text: "Laparoscopic cholecystectomy", ages: [24, 82], airway: TUBE, extras: GAS },
  { text: "Laparoscopic inguinal hernia repair", ages: [22, 84], gender: 2, airway: TUBE, extras: TIVA },
  { text: "Open inguinal hernia repair", ages: [30, 91], airway: IGEL, extras: GAS, blocks: ["259"] },
  { text: "Laparoscopic right hemicolectomy", ages: [42, 90], airway: TUBE, extras: ["202", "217", "281"] },
  { text: "Anterior resection", ages: [40, 88], airway: TUBE, extras: ["201", "205", "217", "281", "290"] },
  { text: "Reversal of ileostomy", ages: [28, 86], airway: TUBE, extras: GAS, blocks: ["252"] },
  { text: "Paraumbilical hernia repair", ages: [25, 85], airway: IGEL, extras: GAS, blocks: ["252"] },
  { text: "Wide local excision and sentinel node biopsy", ages: [34, 89], gender: 1, airway: IGEL, extras: TIVA },
  {
    text: "Mastectomy and axillary clearance",
    ages: [36, 90],
    gender: 1,
    airway: TUBE,
    extras: TIVA,
    blocks: ["257", "256"],
  },
  { text: "Transurethral resection of prostate", ages: [55, 92], gender: 2, airway: AWAKE, extras: ["211"] },
  { text: "Transurethral resection of bladder tumour", ages: [48, 93], airway: IGEL, extras: GAS },
  { text: "Laparoscopic nephrectomy", ages: [38, 85], airway: TUBE, extras: ["202", "217", "281"] },
  { text: "Laparoscopic hysterectomy", ages: [35, 80], gender: 1, airway: TUBE, extras: TIVA },
  { text: "Hysteroscopy and polypectomy", ages: [28, 84], gender: 1, airway: IGEL, extras: GAS },
  { text: "Haemorrhoidectomy", ages: [24, 78], airway: FLEXIBLE_LMA, extras: GAS },
  { text: "Total thyroidectomy", ages: [26, 80], airway: ["124", "132"], extras: ["201", "205"], blocks: ["271"] },
];

const ENT: Procedure[] = [
  { text: "Adenotonsillectomy", ages: [2, 12], airway: ["123"], extras: GAS },
  { text: "Division of tongue tie", ages: [0, 3], airway: ["102"], extras: GAS },
  { text: "Insertion of grommets", ages: [1, 9], airway: ["102"], extras: GAS },
  { text: "Adenoidectomy and grommets", ages: [1, 8], airway: ["112"], extras: GAS },
  { text: "Tonsillectomy", ages: [14, 38], airway: ["123"], extras: ["201"] },
  { text: "Septoplasty", ages: [18, 66], airway: FLEXIBLE_LMA, extras: ["201", "208"] },
  { text: "Functional endoscopic sinus surgery", ages: [20, 78], airway: FLEXIBLE_LMA, extras: ["201", "205", "208"] },
  { text: "Myringoplasty", ages: [16, 70], airway: FLEXIBLE_LMA, extras: ["201"] },
  { text: "Microlaryngoscopy and biopsy", ages: [40, 89], airway: ["127", "132"], extras: ["201", "205"] },
  { text: "Panendoscopy", ages: [45, 88], airway: ["127"], extras: ["201"] },
  { text: "Superficial parotidectomy", ages: [30, 84], airway: TUBE, extras: TIVA },
  { text: "Manipulation of nasal fracture", ages: [16, 60], airway: IGEL, extras: ["201"] },
  { text: "Neck dissection", ages: [44, 86], airway: ["124", "132"], extras: ["201", "205", "281"] },
];

const TRAUMA: Procedure[] = [
  { text: "Hemiarthroplasty of hip", ages: [68, 99], airway: AWAKE, extras: ["211", "203"], blocks: ["244"] },
  { text: "Dynamic hip screw", ages: [60, 98], airway: AWAKE, extras: ["211"], blocks: ["244"] },
  { text: "Intramedullary nail of femur", ages: [48, 95], airway: TUBE, extras: ["202", "281"], blocks: ["241"] },
  { text: "Open reduction and fixation of ankle", ages: [18, 84], airway: IGEL, extras: GAS, blocks: ["243", "242"] },
  { text: "Open reduction and fixation of distal radius", ages: [18, 86], airway: AWAKE, extras: [], blocks: ["232"] },
  { text: "Fixation of olecranon fracture", ages: [20, 82], airway: IGEL, extras: GAS, blocks: ["233"] },
  { text: "Fixation of proximal humerus", ages: [35, 86], airway: TUBE, extras: GAS, blocks: ["231"] },
  { text: "Tibial nail", ages: [17, 72], airway: TUBE, extras: TIVA },
  { text: "Washout of septic knee", ages: [25, 90], airway: IGEL, extras: GAS },
  { text: "Tendon repair, hand", ages: [17, 66], airway: AWAKE, extras: [], blocks: ["232"] },
  { text: "Debridement of open fracture", ages: [18, 78], airway: RSI_TUBE, extras: ["202"] },
  { text: "Manipulation of forearm under anaesthetic", ages: [4, 15], airway: IGEL, extras: GAS },
  { text: "Supracondylar fracture, closed reduction and wires", ages: [3, 10], airway: TUBE, extras: GAS },
];

const ON_CALL: Procedure[] = [
  { text: "Emergency laparotomy", ages: [38, 92], airway: RSI_TUBE, extras: ["202", "281", "282"] },
  { text: "Laparotomy for perforated viscus", ages: [35, 90], airway: RSI_TUBE, extras: ["202", "281", "290"] },
  {
    text: "Ruptured abdominal aortic aneurysm repair",
    ages: [64, 88],
    airway: RSI_TUBE,
    extras: ["281", "287", "302"],
  },
  { text: "Category 1 caesarean section", ages: [19, 44], gender: 1, airway: RSI_TUBE, extras: ["202"] },
  { text: "Category 2 caesarean section", ages: [18, 45], gender: 1, airway: AWAKE, extras: ["211", "218"] },
  { text: "Manual removal of placenta", ages: [19, 44], gender: 1, airway: AWAKE, extras: ["211"] },
  { text: "Laparoscopic appendicectomy", ages: [12, 70], airway: RSI_TUBE, extras: GAS },
  { text: "Incision and drainage of abscess", ages: [17, 80], airway: IGEL, extras: GAS },
  { text: "Scrotal exploration", ages: [11, 30], gender: 2, airway: RSI_TUBE, extras: GAS },
  { text: "Emergency bleed after tonsillectomy", ages: [16, 40], airway: RSI_TUBE, extras: ["202"] },
  { text: "Ureteric stent for obstructed kidney", ages: [30, 88], airway: IGEL, extras: GAS },
  { text: "Cardiac arrest call, resuscitation", ages: [45, 92], airway: ["121", "134"], extras: ["319", "281"] },
];

const WLI: Procedure[] = [
  { text: "Total hip replacement", ages: [50, 89], airway: AWAKE, extras: ["211", "203"], blocks: ["246"] },
  { text: "Total knee replacement", ages: [52, 90], airway: AWAKE, extras: ["211", "203"], blocks: ["242", "248"] },
  { text: "Carpal tunnel decompression", ages: [32, 84], airway: AWAKE, extras: ["204"] },
  { text: "Knee arthroscopy", ages: [19, 68], airway: IGEL, extras: GAS },
  { text: "Shoulder arthroscopy and decompression", ages: [30, 76], airway: VIDEO_TUBE, extras: GAS, blocks: ["231"] },
  { text: "Bunion correction", ages: [26, 78], airway: IGEL, extras: GAS, blocks: ["247"] },
  { text: "Cataract extraction", ages: [58, 95], airway: AWAKE, extras: ["204"], blocks: ["274"] },
];

export const PROCEDURES: Record<ListKind, Procedure[]> = {
  theatre: THEATRE,
  trauma: TRAUMA,
  ent: ENT,
  on_call: ON_CALL,
  wli: WLI,
};

/** Notes of sessions, complications and reflections as a consultant would write them: about the work, never a patient. */

export const SESSION_NOTES: Record<string, readonly string[]> = {
  theatre: [
    "Late start: no recovery bay until 08:50.",
    "Last case cancelled on the day, no critical care bed.",
    "Overran, laparoscopic case converted to open.",
    "Trainee ran the second half of the list.",
    "Swapped with a colleague; their list in two weeks.",
  ],
  trauma: [
    "Two hip fractures inside 36 hours.",
    "List held for an emergency laparotomy in theatre 2.",
    "Image intensifier shared with the elective list, long gaps.",
    "Golden patient sent for at 08:10.",
  ],
  ent: ["All day-case children home by 16:00.", "One child cancelled with a chest infection."],
  on_call: [
    "Called in twice, home at 04:00.",
    "Telephone advice only after midnight.",
    "Transfer to the regional centre arranged, did not travel.",
  ],
  visits: ["Pre-operative clinic letters and next week's lists.", "Complaint response drafted."],
  spa_core: ["Audit meeting.", "Appraisal preparation.", "Mandatory training: resuscitation update."],
  spa_teaching: ["Airway workshop for core trainees.", "Regional anaesthesia teaching, ultrasound models."],
  wli: ["Waiting list initiative, claimed as extra.", "Covered at short notice."],
};

export const COMPLICATIONS: readonly string[] = [
  "Laryngospasm on emergence, settled with CPAP and propofol.",
  "Hypotension after spinal, metaraminol infusion for 40 minutes.",
  "Unanticipated difficult intubation, grade 3 view, bougie at second attempt.",
  "Blood loss 1.6 litres, two units given.",
  "Dural puncture during epidural, told the patient and arranged follow-up.",
  "Postoperative nausea, unplanned overnight stay.",
];

/** A reflective note with its type and domains, as an appraisal sorts it; without them it is still to be sorted. */
interface Reflection {
  words: string;
  type: "quality" | "event" | "colleagues" | "patients" | "cpd" | null;
  domains: string;
}

export const REFLECTIONS: readonly Reflection[] = [
  {
    words: "Block worked well enough to avoid opioids. Would do this first again.",
    ...{ type: "quality", domains: "1,2" },
  },
  {
    words: "Called for help early and it made the difference. Checklist within reach next time.",
    ...{ type: "event", domains: "1,3" },
  },
  { words: "Should have placed the arterial line before induction.", type: "cpd", domains: "1" },
  {
    words: "Good discussion with the trainee about when to stop and wake up.",
    ...{ type: "colleagues", domains: "1,3" },
  },
  {
    words: "Handover to critical care was rushed. Agreed a pause with the team.",
    ...{ type: null, domains: "" },
  },
];
