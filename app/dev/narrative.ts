import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { pick, type Roll } from "./dice";

/** Notes of sessions, complications and reflections as a consultant would write them: about the work, never a patient. */

/** What a note about a session may be about; the minutes are from its start. */
export interface SessionFacts {
  cases: number;
  minutes: number;
  /** When the first case began, and when the last ended. */
  first: number;
  last: number;
  longestGap: number;
  isTaught: boolean;
}

const always = () => true;
const startsLate = ({ first, cases }: SessionFacts) => cases > 0 && first >= 40;
const startsEarly = ({ first, cases }: SessionFacts) => cases > 0 && first <= 30;
const endsEarly = ({ minutes, last, cases }: SessionFacts) => cases > 0 && minutes - last >= 60;
const overruns = ({ minutes }: SessionFacts) => minutes > 600;
const waits = ({ longestGap }: SessionFacts) => longestGap >= 40;

function notes(isAbout: (facts: SessionFacts) => boolean, ...words: readonly string[]): Told<string, SessionFacts>[] {
  return words.map((each) => ({ words: each, isAbout }));
}

/** By the key of the session's element. */
export const SESSION_NOTES: Record<string, readonly Told<string, SessionFacts>[]> = {
  theatre: [
    ...notes(startsLate, "Late start: no bed in recovery.", "Letter missing for the first case, late start."),
    ...notes(endsEarly, "Last case cancelled on the day, no bed.", "Last case cancelled: had eaten."),
    ...notes(overruns, "Overran: adhesions in the long case.", "Overran, agreed with the team at four."),
    ...notes(waits, "Waited for a set from the sterile stores.", "Long wait for a porter at noon."),
    ...notes(({ isTaught }) => isTaught, "Trainee ran the second half of the list."),
  ],
  trauma: [
    ...notes(startsEarly, "Golden patient in the anaesthetic room by half past eight."),
    ...notes(
      waits,
      "Image intensifier shared with the elective list, long gaps.",
      "Waited for an echo, then went ahead.",
    ),
    ...notes(endsEarly, "Second theatre opened at noon, one case moved there.", "Last case deferred: not starved."),
  ],
  ent: [
    ...notes(always, "List order changed on the day.", "All went home the same day."),
    ...notes(({ longestGap }) => longestGap >= 20, "One cancelled with a chest infection."),
  ],
  on_call: [
    ...notes(
      ({ cases }) => cases === 0,
      "Telephone advice after midnight.",
      "Transfer to the regional centre arranged, did not travel.",
      "Two calls about beds in critical care.",
    ),
    ...notes(
      ({ cases }) => cases > 0,
      "Called in by the registrar.",
      "Two theatres running, called in for the second.",
    ),
  ],
  visits: notes(
    always,
    "Pre-operative clinic letters and next week's lists.",
    "Complaint response drafted.",
    "Saw two patients of tomorrow's list on the ward.",
    "Results chased for next week.",
    "Rota queries, statement for an inquest.",
  ),
  spa_core: notes(
    always,
    "Audit meeting.",
    "Appraisal preparation.",
    "Mandatory training: moving and handling.",
    "Guideline on perioperative iron rewritten.",
    "Reading for the journal club.",
    "Department meeting.",
  ),
  spa_teaching: notes(
    always,
    "Airway workshop for core trainees.",
    "Regional anaesthesia teaching, ultrasound models.",
    "Viva practice for the final fellowship.",
    "Educational supervision: two trainees.",
  ),
  wli: notes(always, "Waiting list initiative, day-case orthopaedics.", "Covered at short notice."),
};

/** What a note about a case may be about. */
interface CaseFacts {
  options: readonly string[];
  asa: number | null;
  supervision: number | null;
  minutes: number;
  /** Years; 0 for those who count in months. */
  age: number;
}

export interface Told<Words, Facts = CaseFacts> {
  words: Words;
  isAbout: (facts: Facts) => boolean;
}

/** A complication, and what it made of the anaesthetic that was planned. */
export interface Complication {
  words: string;
  /** Options of the airway in place of those planned, and beside them. */
  instead?: readonly string[];
  also?: readonly string[];
  /** Whether the block failed. */
  failed?: true;
}

const withAny =
  (...ids: readonly string[]) =>
  ({ options }: Pick<CaseFacts, "options">) =>
    options.some((id) => ids.includes(id));

const withBlock = withAny(...BLOCK_IDS.filter((id) => id > "230"));
const withLimbBlock = withAny(...BLOCK_IDS.filter((id) => id > "230" && id < "250"));
const withSpinal = withAny("211");
const withTube = withAny("121", "123", "127");
/** Without videolaryngoscopy. */
const withOralTube = ({ options }: CaseFacts) => options.includes("121") && !options.includes("132");
const withArterialLine = withAny("281");
const asleep = withAny("201", "202");

function complication(isAbout: Told<Complication>["isAbout"], words: string, change: Omit<Complication, "words"> = {}) {
  return { isAbout, words: { words, ...change } };
}

const HARD_TUBE = { also: ["134", "146"] };

export const COMPLICATIONS: readonly Told<Complication>[] = [
  complication(withAny("102", "112", "123"), "Laryngospasm on emergence, settled with CPAP and propofol."),
  complication(withSpinal, "Hypotension after spinal, metaraminol infusion for 40 minutes."),
  complication(withSpinal, "Bradycardia of 38 after spinal, glycopyrronium."),
  complication(withOralTube, "Unanticipated difficult intubation, grade 3 view, bougie at second attempt.", HARD_TUBE),
  complication(withOralTube, "Chipped upper incisor at intubation, told the patient, incident form."),
  complication(withTube, "Bronchospasm after intubation, salbutamol, settled in ten minutes."),
  complication(
    ({ options }) => options.includes("287") && !options.includes("302"),
    "Blood loss 1.6 litres, two units given.",
  ),
  complication(withAny("302"), "Massive haemorrhage call, 14 units; to critical care ventilated."),
  complication(withAny("232"), "Block patchy, converted to general anaesthesia before incision.", {
    ...{ instead: ["111"], also: ["202"], failed: true },
  }),
  complication(asleep, "Postoperative nausea, stayed longer in recovery."),
  complication(({ age, options }) => age >= 16 && asleep({ options }), "Shivering in recovery, pethidine."),
  complication(withAny("111"), "Supraglottic airway leaked, replaced by a tube.", { also: ["121"] }),
  complication(
    ({ age, options }) => age >= 60 && asleep({ options }),
    "New atrial fibrillation in recovery, rate controlled.",
  ),
  complication(({ age, options }) => age >= 40 && asleep({ options }), "Pain in recovery, needed morphine 12 mg."),
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
  about(withAny("287"), "event", "1,3", "Called for help early and it made the difference. Roles were clear."),
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
    (facts) => withSpinal(facts) && !withAny("203")(facts) && facts.minutes >= 60,
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
  about(withAny("201"), "cpd", "1", "Pump alarm misread. Went through its manual at lunch."),
  about(asleep, "quality", "1,2", "Antiemetics given late in the case. Moved them to induction on our checklist."),
  about(asleep, "quality", "2", "Cold in recovery at 35.6. Warmer on from the anaesthetic room next time."),
];

/** @returns words that can be about it and were told less than `times` times, if there are any; `told` counts them */
export function tell<Words, Facts>(
  all: readonly Told<Words, Facts>[],
  facts: Facts,
  told: Map<unknown, number>,
  roll: Roll,
  times = 1,
): Words | null {
  const fitting = all.filter(({ words, isAbout }) => isAbout(facts) && (told.get(words) ?? 0) < times);
  if (fitting.length === 0) return null;
  const { words } = pick(fitting, roll);
  told.set(words, (told.get(words) ?? 0) + 1);
  return words;
}
