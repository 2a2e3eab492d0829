import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { seed } from "~/dev/seed.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { leaveDates } from "~/diary/leave/day-values";
import { leave } from "~/diary/leave/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonMoment, weekday } from "~/platform/time/london";
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
      ...{ from, until, supervision: of.supervision, flags: of.options.flatMap(({ flags }) => flags.split(",")) },
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

/** Cases by their list, in order. */
const lists = [...Map.groupBy(diary, ({ session }) => session.unique_ref).values()];
const isOnCall = ({ element }: Told) => /on-call/i.test(element);
const isLate = (isWrong: (before: Told, after: Told) => boolean) =>
  lists.flatMap((list) =>
    list.filter((before, at) => list.slice(at + 1).some((after) => isWrong(before, after))).map(({ at }) => at),
  );

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
  // A list that overruns begins its last case by six.
  expect(laughable((each) => !isOnCall(each) && (each.hour < 8 || each.hour >= 18))).toEqual([]);
  expect(laughable((each) => isOnCall(each) && each.hour >= 8 && each.hour < 18)).toEqual([]);
});

test("a planned list that overruns does so with its cases, and not after a last one in mid-afternoon", () => {
  const overrun = diary.filter(
    ({ element, session }) => /^all-day/i.test(element) && session.end_at - session.start_at > 600 * MINUTE_MS,
  );
  const lists = [...Map.groupBy(overrun, ({ session }) => session.unique_ref).values()];
  expect(lists.length).toBeGreaterThan(10);
  const idle = lists.filter((list) => list.every(({ until, session }) => session.end_at - until > 90 * MINUTE_MS));
  expect(idle.map(([first]) => first?.at)).toEqual([]);
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

test("a list begins with its briefing, and is neither a marathon nor idle from noon", () => {
  const byDay = lists.filter(([first]) => first && !isOnCall(first));
  const wrong = byDay.filter((list) => {
    const [first, last] = [list[0], list.at(-1)] as [Told, Told];
    const hours = (first.session.end_at - first.session.start_at) / (60 * MINUTE_MS);
    const [late, left] = [first.from - first.session.start_at, last.session.end_at - last.until];
    return (
      late < 20 * MINUTE_MS || left > 200 * MINUTE_MS || (/theatre list/i.test(first.element) && list.length > hours)
    );
  });
  expect(wrong.map(([first]) => first?.at)).toEqual([]);
});

test("on a list children are first, the youngest before the others, and what is dirty or infected last", () => {
  const isDirty = ({ name }: Told) => /septic|fistula|haemorrhoid|pilonidal|of rectum/i.test(name);
  expect(isLate((before, after) => isDirty(before) && !isDirty(after))).toEqual([]);
  const isDay = (each: Told) => !isOnCall(each);
  expect(isLate((before, after) => isDay(after) && after.age < 12 && before.age > after.age)).toEqual([]);
});

test("no procedure fills a list, and of what trauma brings hips are the most", () => {
  const again = lists.flatMap((list) =>
    [...Map.groupBy(list, ({ name }) => name).values()].filter((same) => same.length > 3).map(([one]) => one?.at),
  );
  expect(again).toEqual([]);
  const trauma = diary.filter(({ element }) => /trauma/i.test(element));
  const of = (name: RegExp) => trauma.filter((each) => name.test(each.name)).length;
  expect(of(/of hip|hip screw|neck of femur/i)).toBeGreaterThan(trauma.length / 4);
  expect(of(/olecranon|septic/i)).toBeLessThan(trauma.length / 10);
});

test("who helps is one for a list, somebody at night, and nobody on extra work", () => {
  const helpers = (list: Told[]) => new Set(list.map(({ supervision }) => supervision).filter((code) => code !== null));
  expect(lists.filter((list) => helpers(list).size > 1).map(([first]) => first?.at)).toEqual([]);
  expect(laughable((each) => isOnCall(each) && ![2, 3, 4].includes(each.supervision ?? 0))).toEqual([]);
  expect(laughable(({ element, supervision }) => /private|waiting/i.test(element) && supervision !== null)).toEqual([]);
});

test("the day surgery unit has nobody gravely ill, and a planned child is fit", () => {
  expect(laughable(({ session, asa }) => /day surgery/i.test(session.site) && (asa ?? 0) > 3)).toEqual([]);
  expect(laughable(({ urgency, age, asa }) => urgency === ELECTIVE && age < 13 && (asa ?? 0) > 2)).toEqual([]);
});

test("nobody who was in theatre at night has a list the next morning, and no night follows another", async () => {
  const nightWork = diary.filter(isOnCall);
  const byDay = diary.filter((each) => !isOnCall(each));
  const EIGHT_HOURS = 480 * MINUTE_MS;
  const tired = nightWork.filter(({ until }) =>
    byDay.some(({ session }) => session.start_at >= until && session.start_at < until + EIGHT_HOURS),
  );
  expect(tired.map(({ at }) => at)).toEqual([]);
  const nights = (
    await db
      .select({ at: sessions.start_at })
      .from(sessions)
      .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(and(eq(sessions.user_id, me), eq(jobPlanElements.description, "Second on-call")))
      .orderBy(asc(sessions.start_at))
  ).map(({ at }) => at);
  expect(nights.filter((at, nth) => (nights[nth + 1] ?? Infinity) - at < 30 * 60 * MINUTE_MS)).toEqual([]);
});

test("what went wrong is in the options too, and a catheter stays only where one would", () => {
  const told = (words: RegExp, ids: string[]) =>
    laughable((each) => words.test(each.complications) && !ids.every((id) => has(id)(each)));
  expect(told(/difficult intubation/i, ["134", "146"])).toEqual([]);
  expect(told(/airway leaked/i, ["121"])).toEqual([]);
  expect(told(/converted to general/i, ["202"])).toEqual([]);
  expect(
    laughable((each) => /converted to general/i.test(each.complications) !== each.flags.includes("failed")),
  ).toEqual([]);
  expect(laughable((each) => each.flags.includes("catheter") && !has("231", "252")(each))).toEqual([]);
  expect(laughable((each) => each.flags.includes("catheter") && each.minutes < 90)).toEqual([]);
  // A massive transfusion is more than two units; music instead of sedation is without sedation; no trainee, no teaching.
  expect(laughable((each) => /two units/.test(each.complications) && has("302")(each))).toEqual([]);
  expect(laughable((each) => /instead of sedation/.test(each.note) && has("203")(each))).toEqual([]);
  expect(laughable((each) => /trainee/.test(each.note) && ![3, 4, 5].includes(each.supervision ?? 0))).toEqual([]);
});

test("notes of sessions say what the session shows, and do not come again and again", async () => {
  const noted = (await db.select().from(sessions).where(eq(sessions.user_id, me))).filter((row) => row.text_encrypted);
  const notes = await Promise.all(
    noted.map(async (row) => {
      const words = await cipher.decrypt(sessionPlace(row.unique_ref), row.text_encrypted);
      const cases = diary.filter(({ session }) => session.unique_ref === row.unique_ref);
      const [first, last] = [cases[0]?.from ?? row.start_at, cases.at(-1)?.until ?? row.end_at];
      return { words, late: (first - row.start_at) / MINUTE_MS, left: (row.end_at - last) / MINUTE_MS, cases };
    }),
  );
  const wrong = (isWrong: (of: (typeof notes)[number]) => boolean) => notes.filter(isWrong).map(({ words }) => words);
  expect(wrong(({ words, late }) => /late start/i.test(words) && late < 40)).toEqual([]);
  expect(wrong(({ words, left }) => /^last case/i.test(words) && left < 60)).toEqual([]);
  expect(wrong(({ words, cases }) => /telephone|did not travel/i.test(words) && cases.length > 0)).toEqual([]);
  const isTaught = (cases: Told[]) => cases.some(({ supervision }) => [3, 4, 5].includes(supervision ?? 0));
  expect(wrong(({ words, cases }) => /^trainee/i.test(words) && !isTaught(cases))).toEqual([]);
  expect(notes.length).toBeGreaterThan(40);
  const most = Math.max(...[...Map.groupBy(notes, ({ words }) => words).values()].map((same) => same.length));
  expect(most).toBeLessThanOrEqual(2);
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
  expect(laughable((each) => /morphine|pethidine/i.test(told(each)) && each.age < 16)).toEqual([]);
  expect(laughable((each) => /frail/i.test(told(each)) && each.age < 65)).toEqual([]);
  const words = diary.flatMap(({ complications, note }) => [complications, note]).filter(Boolean);
  const most = Math.max(...[...new Set(words)].map((one) => words.filter((other) => other === one).length));
  // Of two years and a half.
  expect(most).toBeLessThanOrEqual(3);
});

test("no learning of the two years repeats, and who learns in company does it on a weekday at work or on study leave", async () => {
  const learnt = await db.select().from(cpd).where(eq(cpd.user_id, me));
  const titles = await Promise.all(learnt.map(async (row) => (await decryptCpd(cipher, row)).title));
  expect(new Set(titles).size).toBe(titles.length);
  const away = (await db.select().from(leave).where(eq(leave.user_id, me))).flatMap((row) =>
    leaveDates(row).map(({ date }) => ({ date, type: row.type })),
  );
  const wrong = learnt.filter(({ day, type }) => {
    const off = away.find(({ date }) => date === day)?.type;
    if (type === "conference" || type === "course") return off !== "study";
    return !["reading", "online"].includes(type) && (weekday(day) > 5 || off !== undefined);
  });
  expect(wrong.map(({ day, type }) => [day, type])).toEqual([]);
});
