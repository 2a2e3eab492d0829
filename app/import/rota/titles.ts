import { isLeaveType, type LeaveType } from "~/diary/leave/kinds";

/** The answer for events that are left out. */
export const LEAVE_OUT = "out";

/** An element that a title may mean, with the texts by which it is recognised. */
export interface Named {
  ref: string;
  description: string;
  category: string;
  location: string;
}

/** Words that rotas use for the same thing; the first stands for all of them. */
const SAME: readonly (readonly string[])[] = [
  ["emergency", "cepod", "ncepod", "emergencies", "emerg"],
  ["obstetrics", "obstetric", "obs", "maternity", "labour", "delivery", "cds", "lscs", "antenatal"],
  ["orthopaedics", "orthopaedic", "orthopedics", "ortho", "t&o", "arthroplasty"],
  ["trauma", "traumatology"],
  ["general", "gen", "gensurg", "colorectal", "ugi", "lgi"],
  ["urology", "uro", "urol"],
  ["gynaecology", "gynae", "gyne", "gynaecological"],
  ["vascular", "vasc"],
  ["ent", "otolaryngology", "headneck"],
  ["maxfax", "maxillofacial", "omfs"],
  ["plastics", "plastic", "burns"],
  ["ophthalmology", "eyes", "eye", "ophthalmic"],
  ["neurosurgery", "neuro"],
  ["cardiac", "cardiothoracic", "thoracic"],
  ["paediatrics", "paediatric", "paeds", "children"],
  ["dental", "dentistry"],
  ["icu", "itu", "critical", "intensive", "ccu", "hdu"],
  ["preassessment", "preop", "pre-op", "poa", "pac", "preoperative", "pre-assessment", "poac"],
  ["clinic", "clinics"],
  ["pain"],
  ["ect"],
  ["oncall", "on-call", "oc", "call", "resident", "nights", "night"],
  ["spa", "cpd", "audit", "governance", "appraisal"],
  ["teaching", "tutorial", "education", "simulation"],
  ["management", "meeting", "lead", "admin", "administration"],
  ["weekend", "saturday", "sunday"],
  ["private", "waiting", "wli", "initiative", "extra", "locum"],
];
const FIRST_OF = new Map(SAME.flatMap((words) => words.map((word) => [word, words[0] as string])));

/** Words that do not distinguish one kind of work from another. */
const COMMON = new Set(
  `a all am and day dcc dr for full half in list lists miss mr mrs ms of on only pm prof session sessions surgery the
  theatre theatres to with session surgical consultant anaesthetics anaesthesia long short day-time`.split(/\s+/),
);

const LEAVE =
  /\b(annual leave|study leave|leave|a\/l|s\/l|al|sl|holiday|sick|toil|lieu|(?<!called )off(?![- ]?site)|zero day|non[- ]?working|not working|bank holiday|jury|parental|unavailable|birthday)\b/i;

export function isLeaveTitle(title: string): boolean {
  return LEAVE.test(title);
}

/** Words of titles for each type; the first type that matches counts. */
const TYPE_WORDS: readonly [LeaveType, RegExp][] = [
  ["study", /\b(study|s\/l|sl)\b/i],
  ["sick", /\bsick/i],
  ["lieu", /\bbank holiday in lieu\b/i],
  ["toil", /\b(toil|lieu)\b/i],
  ["professional", /\bprofessional leave\b/i],
  ["parental", /\b(parental|maternity|paternity|adoption)\b/i],
  ["compassionate", /\bcompassionate\b/i],
  ["carer", /\bcarer/i],
  ["jury", /\bjury\b/i],
  ["unpaid", /\bunpaid\b/i],
  ["annual", /\b(annual|a\/l|al|leave)\b|(?<!\bbank )\bholiday\b/i],
];

/** The type of leave that a title means; null for a day off that is no leave. */
export function leaveTypeOf(title: string): LeaveType | null {
  return TYPE_WORDS.find(([, words]) => words.test(title))?.[0] ?? null;
}

/** Whether a title was taken for leave: then its answer is the type. References of elements are longer. */
export function isLeaveChoice(answer: string): answer is LeaveType {
  return isLeaveType(answer);
}

const OFF = "(cancell?ed|canx|called off|stood down)";
const CALLED_OFF = new RegExp(`^\\W*${OFF}\\b|(?<!\\bnot )\\b${OFF}\\W*$|[([]${OFF}[)\\]]`, "i");

/** Whether a title begins or ends with words that call the event off, as programs write that cannot set its status. */
export function isCalledOffTitle(title: string): boolean {
  return CALLED_OFF.test(title);
}

const FREE = " (free time)";

/** The title of an event that takes no time: it is another than that of events that do. */
export function freeTitle(title: string): string {
  return `${title}${FREE}`;
}

export function isFreeTitle(title: string): boolean {
  return title.endsWith(FREE);
}

/** The words of a title, each replaced by the first of the words with the same meaning. */
function wordsOf(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .replace(/\bon[ -]call\b/g, "oncall")
    .replace(/\bpre[ -]?(op|assessment|operative)\b/g, "preassessment")
    .replace(/\bmax[ -]?fax\b/g, "maxfax");
  const words = plain.split(/[^\p{L}\p{N}&]+/u).filter((word) => word.length > 1 && !COMMON.has(word));
  return new Set(words.map((word) => FIRST_OF.get(word) ?? word));
}

/** The element with which a title shares most words; null when it shares none, or two elements are equal. */
export function byWords(title: string, elements: readonly Named[]): string | null {
  const words = wordsOf(title);
  const known = elements.map((element) => ({ element, own: wordsOf(`${element.description} ${element.category}`) }));
  // A word that many elements share counts less.
  const weight = (word: string) => 1 / known.filter(({ own }) => own.has(word)).length;
  const scored = known
    .map(({ element, own }) => {
      const shared = [...own].filter((word) => words.has(word));
      const place = [...wordsOf(element.location)].some((word) => words.has(word)) ? 0.1 : 0;
      const score = shared.reduce((sum, word) => sum + weight(word), 0);
      return { ref: element.ref, score: score === 0 ? 0 : score + place + shared.length / (own.size + 1) / 100 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const [best, next] = scored;
  return best && (!next || best.score > next.score) ? best.ref : null;
}

/** A time span in which an element has work, by the clock. */
interface TimedWork {
  ref: string;
  startAt: number;
  endAt: number;
}

/**
 * Share of a title's events that must be in the times of one element. An event is in them if it shares this part of the
 * longer of the two spans.
 */
const MAX_OF_THEM = 0.6;

/** The element in whose times most of a title's events are; null when two elements are equal. */
export function byTimes(
  events: readonly { startAt: number; endAt: number }[],
  workOn: (startAt: number) => readonly TimedWork[],
): string | null {
  const hits = new Map<string, number>();
  for (const { startAt, endAt } of events) {
    for (const work of workOn(startAt)) {
      const shared = Math.min(endAt, work.endAt) - Math.max(startAt, work.startAt);
      const longest = Math.max(endAt - startAt, work.endAt - work.startAt);
      if (shared >= longest * MAX_OF_THEM) hits.set(work.ref, (hits.get(work.ref) ?? 0) + 1);
    }
  }
  const [best, next] = [...hits].sort(([, one], [, other]) => other - one);
  if (!best || best[1] < events.length * MAX_OF_THEM || best[1] === next?.[1]) return null;
  return best[0];
}

/** The form of a title from which the key of its choice is made. */
export function titleName(title: string): string {
  return title.toLowerCase();
}
