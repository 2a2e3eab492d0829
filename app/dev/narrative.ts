import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { pick, type Roll } from "./dice";

/** Notes of sessions, complications and reflections as a consultant would write them: about the work, never a patient. */

/** By the key of the session's element. */
export const SESSION_NOTES: Record<string, readonly string[]> = {
  theatre: [
    "Late start: no recovery bay until 08:50.",
    "Last case cancelled on the day, no bed.",
    "Trainee ran the second half of the list.",
    "Swapped with a colleague; their list in two weeks.",
    "Pre-assessment letter missing for the first case, twenty minutes lost.",
  ],
  trauma: [
    "Second theatre opened at noon, one case moved there.",
    "Image intensifier shared with the elective list, long gaps.",
    "Golden patient sent for at 08:10.",
    "Two cases deferred: not starved.",
  ],
  ent: ["List order changed on the day.", "One cancelled with a chest infection."],
  on_call: ["Telephone advice after midnight.", "Transfer to the regional centre arranged, did not travel."],
  visits: ["Pre-operative clinic letters and next week's lists.", "Complaint response drafted."],
  spa_core: ["Audit meeting.", "Appraisal preparation.", "Mandatory training: resuscitation update."],
  spa_teaching: ["Airway workshop for core trainees.", "Regional anaesthesia teaching, ultrasound models."],
  wli: ["Waiting list initiative, day-case orthopaedics.", "Covered at short notice."],
};

/** What a note about a case may be about. */
export interface CaseFacts {
  options: readonly string[];
  asa: number | null;
  supervision: number | null;
  minutes: number;
  /** Years; 0 for those who count in months. */
  age: number;
}

export interface Told<Words> {
  words: Words;
  isAbout: (facts: CaseFacts) => boolean;
}

const withAny =
  (...ids: readonly string[]) =>
  ({ options }: CaseFacts) =>
    options.some((id) => ids.includes(id));

const withBlock = withAny(...BLOCK_IDS.filter((id) => id > "230"));
const withLimbBlock = withAny(...BLOCK_IDS.filter((id) => id > "230" && id < "250"));
const withSpinal = withAny("211");
const withTube = withAny("121", "123", "124", "127");
const withArterialLine = withAny("281");
const asleep = withAny("201", "202");

export const COMPLICATIONS: readonly Told<string>[] = [
  { words: "Laryngospasm on emergence, settled with CPAP and propofol.", isAbout: withAny("102", "111", "112", "123") },
  { words: "Hypotension after spinal, metaraminol infusion for 40 minutes.", isAbout: withSpinal },
  { words: "Unanticipated difficult intubation, grade 3 view, bougie at second attempt.", isAbout: withTube },
  { words: "Blood loss 1.6 litres, two units given.", isAbout: withAny("281", "287") },
  { words: "Block patchy, converted to general anaesthesia before incision.", isAbout: withAny("232") },
  { words: "Postoperative nausea, stayed longer in recovery.", isAbout: asleep },
  { words: "Supraglottic airway leaked, replaced by a tube.", isAbout: withAny("111") },
];

/** A reflective note with its type and domains, as an appraisal sorts it; without them it is still to be sorted. */
interface Reflection {
  note: string;
  type: "quality" | "event" | "colleagues" | "patients" | "cpd" | null;
  domains: string;
}

const about = (
  isAbout: Told<Reflection>["isAbout"],
  type: Reflection["type"],
  domains: string,
  note: string,
): Told<Reflection> => ({ isAbout, words: { note, type, domains } });

const isTaught = ({ supervision }: CaseFacts) => supervision !== null && [3, 4, 5].includes(supervision);
const isIllAdult = ({ asa, age }: CaseFacts) => (asa ?? 0) >= 3 && age >= 18;

export const REFLECTIONS: readonly Told<Reflection>[] = [
  about(withBlock, "quality", "1,2", "Block worked well enough to avoid opioids. Would do this first again."),
  about(withBlock, "cpd", "1", "Needle view lost twice. Booked an hour with the ultrasound phantom."),
  about(withBlock, "quality", "1,2", "Stop-before-you-block said aloud, the surgeon joined in. Keep it so."),
  about(
    withLimbBlock,
    "patients",
    "3",
    "Explained the numb arm or leg on the ward round, not in the anaesthetic room: calmer.",
  ),
  about(withAny("287", "302"), "event", "1,3", "Called for help early and it made the difference. Roles were clear."),
  about(
    (facts) => withArterialLine(facts) && isIllAdult(facts),
    "cpd",
    "1",
    "Should have placed the arterial line before induction.",
  ),
  about(
    (facts) => isTaught(facts) && withTube(facts),
    "colleagues",
    "1,3",
    "Good discussion with the trainee about when to stop and wake up.",
  ),
  about(isTaught, "colleagues", "3", "Let the trainee plan the case first; five minutes of feedback were worth it."),
  about(
    isTaught,
    "colleagues",
    "3",
    "Stepped back too late; the trainee would have managed. Agree the limits beforehand.",
  ),
  about(
    ({ asa, options }) => (asa ?? 0) >= 4 && options.includes("281"),
    null,
    "",
    "Handover to critical care was rushed. Agreed a pause with the team.",
  ),
  about(isIllAdult, null, "", "Risk discussed with the patient and the surgeon together. Worth the ten minutes."),
  about(
    ({ asa, age }) => (asa ?? 0) >= 3 && age >= 75,
    "cpd",
    "1",
    "Read up on frailty scores afterwards; the clinic should send one with the letter.",
  ),
  about(
    (facts) => withSpinal(facts) && facts.minutes >= 60,
    "patients",
    "3,4",
    "Asked beforehand how awake they wished to be. Music instead of sedation went well.",
  ),
  about(withAny("133"), "event", "1,2", "Suction was not under the pillow at induction. It is on our checklist now."),
  about(
    withAny("201"),
    "quality",
    "1,2",
    "Smooth wake-up on propofol and remifentanil, no nausea. Offer it more often.",
  ),
  about(withAny("201"), "cpd", "1", "Pump alarm misread. Went through its manual with the trainee at lunch."),
  about(asleep, "quality", "1,2", "Antiemetics given late in the case. Moved them to induction on our checklist."),
  about(asleep, "quality", "2", "Cold in recovery at 35.6. Warmer on from the anaesthetic room next time."),
];

/** How often the same words come in one year. */
const TIMES_A_YEAR = 2;

/** @returns words that can be about the case and were not yet told too often, if there are any; `told` counts them */
export function tell<Words>(
  all: readonly Told<Words>[],
  facts: CaseFacts,
  told: Map<unknown, number>,
  roll: Roll,
): Words | null {
  const fitting = all.filter(({ words, isAbout }) => isAbout(facts) && (told.get(words) ?? 0) < TIMES_A_YEAR);
  if (fitting.length === 0) return null;
  const { words } = pick(fitting, roll);
  told.set(words, (told.get(words) ?? 0) + 1);
  return words;
}
