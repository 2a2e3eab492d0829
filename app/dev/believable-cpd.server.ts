import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { isBankHoliday } from "~/platform/time/bank-holidays";
import { addDays, type LondonDate, mondayOf } from "~/platform/time/london";
import type { CpdType } from "~/reports/cpd/kinds";
import { encryptCpd } from "~/reports/cpd/queries.server";
import type { cpd } from "~/reports/table.server";
import { believableAways, isAway, TWO_DAY_MEETING } from "./believable-calendar.server";

interface Learnt {
  /** How many days before the last day of its year. */
  daysBefore: number;
  hours: number;
  type: CpdType;
  domains: string;
  title: string;
  reflection?: string;
}

/** Years of CPD as a consultant would enter them, the newest first: 50.5 hours each. */
const NEWEST: readonly Learnt[] = [
  {
    ...{
      daysBefore: 12,
      hours: 1.5,
      type: "local",
      domains: "1,3",
      title: "Departmental audit and governance meeting",
    },
    reflection: "Our handover sheet misses the plan for analgesia. Changed it with the recovery team.",
  },
  {
    ...{ daysBefore: 33, hours: 14, type: "conference", domains: "1", title: "Winter scientific meeting, two days" },
    reflection: "Two sessions on prehabilitation. Asked the pre-assessment clinic what we could start with.",
  },
  {
    ...{ daysBefore: 61, hours: 7, type: "course", domains: "1,3", title: "Regional anaesthesia update, day course" },
    reflection: "Practised the suprainguinal fascia iliaca block. Use it first for hip fractures from now on.",
  },
  { daysBefore: 75, hours: 2, type: "reading", domains: "1", title: "Guideline on perioperative diabetes care" },
  {
    ...{ daysBefore: 96, hours: 4, type: "simulation", domains: "1,3", title: "Airway emergencies, theatre team" },
    reflection: "We lost time finding the scalpel kit. It hangs on the airway trolley now.",
  },
  { daysBefore: 110, hours: 1.5, type: "local", domains: "3", title: "Morbidity and mortality meeting" },
  { daysBefore: 140, hours: 3, type: "online", domains: "1,4", title: "Safeguarding children, level 3" },
  {
    ...{ daysBefore: 171, hours: 6, type: "teaching", domains: "1,3", title: "Examiner, primary fellowship course" },
  },
  {
    ...{ daysBefore: 205, hours: 5, type: "quality", domains: "1,2", title: "Audit of pain after day surgery" },
    reflection: "One in five rang for advice. A leaflet and a call on day one are being tried.",
  },
  { daysBefore: 232, hours: 1.5, type: "online", domains: "4", title: "Information governance" },
  { daysBefore: 268, hours: 3, type: "local", domains: "1,3", title: "Resuscitation update" },
  { daysBefore: 310, hours: 2, type: "reading", domains: "1", title: "Difficult airway guidelines, new edition" },
];

const BEFORE: readonly Learnt[] = [
  {
    daysBefore: 9,
    hours: 1.5,
    type: "local",
    domains: "1,3",
    title: "Departmental meeting: waiting times for hip fractures",
    reflection: "The wait for an echo is ours to shorten. Agreed who asks for one, and when.",
  },
  {
    daysBefore: 40,
    hours: 14,
    type: "conference",
    domains: "1",
    title: "Regional anaesthesia congress, two days",
    reflection: "Fewer blocks, done well, by everybody. Started a weekly block hour for our trainees.",
  },
  {
    daysBefore: 58,
    hours: 7,
    type: "course",
    domains: "1,3",
    title: "Paediatric anaesthesia for the occasional list, day course",
    reflection: "Weight charts and drug doses now lie on the trolley of the ENT list.",
  },
  { daysBefore: 83, hours: 2, type: "reading", domains: "1", title: "Guideline on anaesthesia for hip fracture" },
  {
    daysBefore: 101,
    hours: 4,
    type: "simulation",
    domains: "1,3",
    title: "Major haemorrhage, theatre and laboratory",
    reflection: "The first call went to the wrong number. It is printed on the board since.",
  },
  { daysBefore: 118, hours: 1.5, type: "local", domains: "3", title: "Mortality review: emergency laparotomy" },
  { daysBefore: 133, hours: 3, type: "online", domains: "1,4", title: "Consent and capacity" },
  { daysBefore: 166, hours: 6, type: "teaching", domains: "1,3", title: "Novice anaesthetists' course, faculty" },
  {
    daysBefore: 214,
    hours: 5,
    type: "quality",
    domains: "1,2",
    title: "Audit of fasting times before day surgery",
    reflection: "Nine hours on average. Water until called for has halved it.",
  },
  { daysBefore: 241, hours: 1.5, type: "online", domains: "4", title: "Fire safety" },
  { daysBefore: 262, hours: 3, type: "local", domains: "1,3", title: "Resuscitation update, paediatric" },
  { daysBefore: 301, hours: 2, type: "reading", domains: "1", title: "Review of awareness under anaesthesia" },
];

const YEARS = [NEWEST, BEFORE];

/**
 * The day of what was learnt: on study leave if it was away, else, but for reading, on the Monday of its week, which is
 * for such work.
 */
function dayOf({ daysBefore, type }: Learnt, last: LondonDate): LondonDate {
  const about = addDays(last, -daysBefore);
  const year = { from: addDays(last, -364), until: last };
  const away = believableAways(year.from, last).filter(
    ({ date_start }) => date_start >= year.from && date_start <= last,
  );
  const study = away.filter((each) => each.type === "study");
  if (type === "conference") return study.find(({ note }) => note === TWO_DAY_MEETING)?.date_start ?? about;
  if (type === "course") return study.find(({ note }) => note !== TWO_DAY_MEETING)?.date_end ?? about;
  if (type === "reading" || type === "online") return about;
  const monday = mondayOf(about);
  const isFree = (day: LondonDate) => !isAway(day, away) && !isBankHoliday(day, "england_wales");
  return [monday, addDays(monday, -7), addDays(monday, -14), addDays(monday, -21)].find(isFree) ?? monday;
}

/** Entries of the year that ends on `last`, which is `yearsAgo`. */
export function believableCpd(cipher: Cipher, user_id: number, last: LondonDate, yearsAgo: number, now: number) {
  return Promise.all(
    (YEARS[yearsAgo % YEARS.length] ?? NEWEST).map(async (each): Promise<typeof cpd.$inferInsert> => {
      const { hours, type, domains, title, reflection = "" } = each;
      const unique_ref = newRef();
      const text_encrypted = await encryptCpd(cipher, unique_ref, { title, reflection });
      const row = { unique_ref, user_id, created_at: now, updated_at: now };
      return { ...row, day: dayOf(each, last), minutes: hours * 60, type, domains, text_encrypted };
    }),
  );
}
