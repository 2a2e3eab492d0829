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

/** What a reflective note is of, as appraisal sorts it; the newest lie unsorted until somebody does. */
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
