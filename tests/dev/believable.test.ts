import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { seed } from "~/dev/seed.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonMoment } from "~/platform/time/london";
import { decryptCpd } from "~/reports/cpd/queries.server";
import { cpd } from "~/reports/table.server";
import { db, NOW, vault } from "../support/harness";

/** What an anaesthetist knows of the diary that everybody sees first, whatever makes it. */
await seed(db, vault, NOW);
const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
const me = consultant?.id ?? 0;
const cipher = vault.of(consultant?.unique_ref ?? "");
const rows = await db
  .select({ of: cases, session: sessions, element: jobPlanElements.description })
  .from(cases)
  .innerJoin(sessions, refersTo(cases.session_ref, sessions))
  .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
  .where(eq(cases.user_id, me))
  .orderBy(asc(cases.start_at));
const diary = await Promise.all(
  rows.map(async ({ of, session, element }) => {
    const text = await decryptCaseText(cipher, of);
    const [from, until] = [of.start_at ?? 0, of.end_at ?? 0];
    return {
      session,
      element,
      name: text.case_description,
      complications: text.complications,
      note: text.reflective_notes,
      age: of.age_unit === "years" ? (of.age ?? 0) : 1,
      asa: of.asa,
      urgency: of.urgency,
      female: of.gender === 1,
      minutes: (until - from) / MINUTE_MS,
      options: of.options.map(({ id }) => id),
      at: `${londonMoment(from).date} ${text.case_description}`,
      hour: Math.floor(londonMoment(from).minute / 60),
    };
  }),
);
type Told = (typeof diary)[number];

const laughable = (isWrong: (of: Told) => boolean) => diary.filter(isWrong).map(({ at }) => at);
const has =
  (...ids: string[]) =>
  ({ options }: Told) =>
    options.some((id) => ids.includes(id));

const ELECTIVE = 4;
const IMMEDIATE = 1;

test.each([
  [/hip replacement/i, 90, 150],
  [/hemiarthroplasty|hip screw/i, 60, 130],
  [/caesarean/i, 40, 90],
  [/cholecystectomy/i, 50, 120],
  [/hemicolectomy|anterior resection/i, 140, 280],
  [/grommets|examination of ears/i, 15, 60],
  [/tonsillectomy/i, 30, 70],
  [/carpal tunnel/i, 20, 40],
  [/laparotomy/i, 75, 190],
  [/aneurysm/i, 150, 260],
])("%s takes between %i and %i minutes", (name, shortest, longest) => {
  const those = diary.filter((each) => name.test(each.name));
  expect(those.length).toBeGreaterThan(0);
  expect(
    those.filter(({ minutes }) => minutes < shortest || minutes > longest).map(({ at, minutes }) => [at, minutes]),
  ).toEqual([]);
});

test("what kills within minutes is immediate, in the gravely ill, and rare; what can wait is not", () => {
  const ruptured = diary.filter(({ name }) => /aneurysm/i.test(name));
  expect(ruptured.length).toBeLessThanOrEqual(3);
  expect(
    laughable(({ name, urgency, asa }) => /aneurysm/i.test(name) && (urgency !== IMMEDIATE || (asa ?? 0) < 4)),
  ).toEqual([]);
  expect(laughable(({ name, urgency }) => /category 1/i.test(name) && urgency !== IMMEDIATE)).toEqual([]);
  expect(
    laughable(({ name, urgency }) => /abscess|appendic|fracture|hip screw|nail/i.test(name) && urgency === IMMEDIATE),
  ).toEqual([]);
  expect(
    laughable(({ name, asa }) => /perforated|ischaemic|obstructed bowel|cardiac arrest/i.test(name) && asa === 1),
  ).toEqual([]);
  expect(
    laughable(({ name, urgency }) => /laparotomy|caesarean|torsion|bleeding|septic/i.test(name) && (urgency ?? 4) > 2),
  ).toEqual([]);
});

test("ASA 5 is immediate and a woman in labour at least ASA 2", () => {
  expect(laughable(({ asa, urgency }) => asa === 5 && urgency !== IMMEDIATE)).toEqual([]);
  expect(laughable(({ asa, name }) => /caesarean|placenta|ectopic/i.test(name) && asa === 1)).toEqual([]);
});

test("emergencies are on lists of trauma and at night, elective cases on the others", () => {
  const isEmergency = ({ element }: Told) => /trauma|on-call/i.test(element);
  expect(laughable((each) => isEmergency(each) && each.urgency === ELECTIVE)).toEqual([]);
  expect(laughable((each) => !isEmergency(each) && each.urgency !== ELECTIVE && each.urgency !== null)).toEqual([]);
  // A list that overruns begins its last case by seven.
  const isOnCall = ({ element }: Told) => /on-call/i.test(element);
  expect(laughable((each) => !isOnCall(each) && (each.hour < 8 || each.hour >= 19))).toEqual([]);
  expect(laughable((each) => isOnCall(each) && each.hour >= 8 && each.hour < 18)).toEqual([]);
});

test("an adult is anaesthetised as an adult, a child as a child, and none but women and men as they are", () => {
  // Caudal, gas induction.
  expect(laughable((each) => each.age > 16 && has("217", "138")(each))).toEqual([]);
  // Spinal, awake under a block, arterial line.
  expect(laughable((each) => each.age < 14 && has("211", "101", "281")(each))).toEqual([]);
  expect(
    laughable(({ name, female }) => /caesarean|placenta|ectopic|breast|mastectomy/i.test(name) && !female),
  ).toEqual([]);
  expect(laughable(({ name, female }) => /scrotal|prostate/i.test(name) && female)).toEqual([]);
  // A general anaesthetic has an airway; "no airway device" has a block, a spinal or local anaesthetic.
  expect(laughable((each) => has("101")(each) && has("202")(each))).toEqual([]);
  expect(laughable((each) => has("101")(each) && !has("204", "211", "232")(each))).toEqual([]);
});

test("a list has one specialty", () => {
  const specialties: [string, RegExp][] = [
    ["ENT", /tonsil(?!.*bleeding)|grommet|ears|septo|sinus surgery|myringo|laryng|panendo|parotid|thyroid|neck lump/i],
    ["breast", /breast|wide local|mastectomy|microdoch/i],
    [
      "general",
      /hernia|cholecyst|haemorrhoid|lipoma|fistula|pilonidal|hemicolectomy|anterior resection|ileostomy|rectum/i,
    ],
    [
      "orthopaedics",
      /carpal|arthroscopy|bunion|Dupuytren|hip|knee|femur|ankle|radius|olecranon|humerus|tibia|hand|forearm|supracondylar/i,
    ],
  ];
  const onLists = diary.filter(({ element }) => !/on-call/i.test(element));
  const named = (name: string) => specialties.find(([, words]) => words.test(name))?.[0];
  expect(onLists.filter(({ name }) => named(name) === undefined).map(({ at }) => at)).toEqual([]);
  for (const list of new Set(onLists.map(({ session }) => session.unique_ref))) {
    const those = onLists.filter(({ session }) => session.unique_ref === list);
    expect(new Set(those.map(({ name }) => named(name))).size, those.map(({ at }) => at).join("; ")).toBe(1);
  }
});

test("complications and reflections are about what was done, and none comes again and again", () => {
  const isBlock = has(
    "231",
    "232",
    "233",
    "241",
    "242",
    "243",
    "244",
    "246",
    "247",
    "252",
    "253",
    "256",
    "257",
    "259",
    "271",
  );
  const told = ({ complications, note }: Told) => `${complications} ${note}`;
  expect(laughable((each) => /\b[Bb]lock\b|[Nn]eedle view/.test(told(each)) && !isBlock(each))).toEqual([]);
  expect(laughable((each) => /spinal/i.test(told(each)) && !has("211")(each))).toEqual([]);
  expect(laughable((each) => /intubation/i.test(told(each)) && !has("121", "123", "124", "127")(each))).toEqual([]);
  expect(laughable((each) => /arterial line/i.test(told(each)) && !has("281")(each))).toEqual([]);
  expect(laughable((each) => /frail/i.test(told(each)) && each.age < 65)).toEqual([]);
  const words = diary.flatMap(({ complications, note }) => [complications, note]).filter(Boolean);
  const most = Math.max(...[...new Set(words)].map((one) => words.filter((other) => other === one).length));
  // Of two years and a half.
  expect(most).toBeLessThanOrEqual(6);
});

test("no learning of the two years repeats", async () => {
  const titles = await Promise.all(
    (await db.select().from(cpd).where(eq(cpd.user_id, me))).map(async (row) => (await decryptCpd(cipher, row)).title),
  );
  expect(new Set(titles).size).toBe(titles.length);
});
