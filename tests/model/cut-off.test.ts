import { and, asc, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as editElement from "~/routes/job-plans/element";
import * as endPlan from "~/routes/job-plans/plan-end";
import * as editPlan from "~/routes/job-plans/plan-form";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as addCase from "~/routes/logbook/case-new";
import * as editOption from "~/routes/logbook/option";
import * as editSession from "~/routes/logbook/session";
import * as removeSession from "~/routes/logbook/session-delete";
import * as addSession from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import { optionsOfUser } from "../support/case-options";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { shownFollowing } from "../support/following";
import { cutOffDatabase, db, load, makeUser, NOW, submit } from "../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Fields = Record<string, string>;
interface Refused {
  form: FormState;
  newer?: NewerVersion;
}
interface Going {
  version: number;
  counts: DeletionCounts[];
  code: { code: string; signed: string };
}
const SESSION = {
  session_date: "18/11/2026",
  session_start_time: "13:00",
  session_end_time: "17:00",
  pa_calculation_basis: "time_calculated",
  description: "Typed on the ward",
  extra_claim_amount: "300",
};
const SERIES = {
  recurring: "yes",
  recurringChoice_type: "weekly",
  recurringChoice_selected: "11",
  recurringChoice_until: "date",
  recurringChoice_until_date: "9/12/2026",
};
const CASE = {
  age: "44",
  complications: "None",
  selected_airway_options_set: "111",
  new_airway_option: "Tongue tie",
  case_claim_amount: "120",
};

/** How many rows a user has: sessions, cases, options of cases, fees. */
async function counted({ id }: User) {
  const of = (table: typeof sessions | typeof cases | typeof fees) => db.$count(table, eq(table.user_id, id));
  return [await of(sessions), await of(cases), (await optionsOfUser(id)).length, await of(fees)];
}

function said(headers: Headers): string {
  return flashOf({ headers }).text;
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  return { user, params };
}

function stepOf(headers: Headers): string {
  return flashOf({ headers }).undo ?? "";
}

const LOST = "Network connection lost";

test.each([
  ["a session", addSession.action, SESSION, [2, 1, 0, 2], /^Session added: Wed 18 Nov 2026/],
  ["a series", addSession.action, { ...SESSION, ...SERIES }, [5, 1, 0, 2], /^Added 4 sessions/],
  ["a case", addCase.action, CASE, [1, 2, 2, 2], /^Case saved/],
])("%s whose connection dies after it was saved is said to be saved when it is sent again, and is there once", async (_, action, fields, rows, words) => {
  const { user, params } = await diary();
  const form: Fields = { idempotency_key: newRef(), ...fields };
  // One batch looks, the other writes.
  await expect(submit(action, form, { user, params, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  expect(await counted(user)).toEqual(rows);
  for (let time = 0; time < 2; time += 1) {
    const again = await submit(action, form, { user, params });
    expect([again.status, said(again.headers)]).toEqual([302, expect.stringMatching(words)]);
  }
  expect(await counted(user)).toEqual(rows);
});

const PLAN = {
  ...{ title: "Job plan 2026/27", employer: "St Elsewhere", date_start: "1/4/2026", date_end: "31/3/2027" },
  ...{ method: "weekly_leave_adjusted", weeks_per_year: "42", contracted_pa: "10", opening_balance_pa: "0" },
  ...{ tolerance_percent: "5", nation: "england", premium_days: ["6", "7"], notes: "Agreed in June" },
};
const ELEMENT = {
  ...{ description: "Trauma list", category: "DCC", counts_to_balance: "yes", pattern: "fixed_times" },
  ...{ "schedule[0].weekday": "2", "schedule[0].start": "08:00", "schedule[0].end": "18:00" },
  ...{ "schedule[0].recurrence": "11" },
};

/** A diary with an option of the user's own and a series of four Wednesdays, the first under `firstRef`. */
async function fullDiary() {
  const { user, params } = await diary();
  const optionRef = newRef();
  const row = { unique_ref: optionRef, user_id: user.id, created_at: 0, updated_at: 0 };
  await db.insert(options).values({ ...row, kind: "airway", label: "Halo frame" });
  await submit(addSession.action, { idempotency_key: newRef(), ...SESSION, ...SERIES }, { user });
  const [first] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), isNotNull(sessions.recurring_uuid)))
    .orderBy(asc(sessions.start_at));
  return { user, params: { ...params, optionRef, firstRef: first?.unique_ref as string } };
}

const MOVED = { ...SESSION, session_date: "26/11/2026", series_scope: "following" };
const EDITS: [string, Parameters<typeof submit>[0], Record<string, string | string[]>, RegExp, string?][] = [
  ["session", editSession.action, SESSION, /^Session saved: Wed 18 Nov 2026/],
  ["session with those that follow", editSession.action, MOVED, /^Session and the 3 following saved/, "firstRef"],
  ["case", editCase.action, CASE, /^Case saved/],
  ["plan", editPlan.action, PLAN, /^Job plan saved/],
  ["plan's end", endPlan.action, { date_end: "28/2/2027" }, /./],
  ["element", editElement.action, ELEMENT, /^Trauma list saved/],
  ["option's name", editOption.action, { intent: "rename", label: "Halo" }, /^Option renamed/],
  ["place of an option", editOption.action, { intent: "archive" }, /^Option archived/],
];

const EDITED = {
  session: [sessions, "sessionRef"],
  case: [cases, "caseRef"],
  plan: [jobPlans, "planRef"],
  element: [jobPlanElements, "elementRef"],
  option: [options, "optionRef"],
} as const;

/** The version of what an edit is of, as its page shows it. */
async function versionOf({ params }: { params: Record<string, string> }, what: string): Promise<string> {
  const [, [table, param]] = Object.entries(EDITED).find(([name]) => what.includes(name)) as [
    string,
    (typeof EDITED)["case"],
  ];
  const [row] = await db
    .select({ version: table.version })
    .from(table)
    .where(eq(table.unique_ref, params[param] ?? ""));
  return String(row?.version);
}

test.each(
  EDITS,
)("a change of a %s whose answer is lost is said to be saved when it is sent again", async (what, action, fields, words, ref) => {
  const ask = async () => {
    const { user, params } = await fullDiary();
    return { user, params: ref ? { ...params, sessionRef: params[ref as "firstRef"] } : params };
  };
  const formOf = async (asked: Awaited<ReturnType<typeof ask>>) => {
    const version = await versionOf(asked, what);
    return { version, series_shown: await shownFollowing(asked), ...fields };
  };
  const first = await ask();
  const plain = await submit(action, await formOf(first), first);
  expect([plain.status, said(plain.headers)]).toEqual([302, expect.stringMatching(words)]);

  const asked = await ask();
  const form = await formOf(asked);
  // Its answer never came.
  await submit(action, form, asked);
  const before = await counted(asked.user);
  for (let time = 0; time < 2; time += 1) {
    const again = await submit(action, form, asked);
    expect([again.status, said(again.headers)]).toEqual([302, said(plain.headers)]);
    expect(stepOf(again.headers) !== "").toBe(stepOf(plain.headers) !== "");
  }
  expect(await counted(asked.user)).toEqual(before);
});
/** A further change, where the same answers would change nothing. */
const OTHERWISE: Record<string, Record<string, string>> = {
  session: { site: "Elsewhere" },
  "session with those that follow": { site: "Elsewhere" },
  case: { age: "47" },
  plan: { title: "Another" },
  "plan's end": { date_end: "27/2/2027" },
  element: { description: "Another list" },
  "option's name": { label: "Crown" },
  "place of an option": { intent: "restore" },
};

test.each(
  EDITS,
)("a change of a %s that was changed again since is no save of the older form's", async (what, action, fields, _words, ref) => {
  const { user, params } = await fullDiary();
  const asked = { user, params: ref ? { ...params, sessionRef: params[ref as "firstRef"] } : params };
  const shown = async () => ({
    version: await versionOf(asked, what),
    series_shown: await shownFollowing(asked),
  });
  const form = { ...(await shown()), ...fields };
  await submit(action, form, asked);
  // Another answer, from the newer version: what is saved is no longer what the first form made.
  const newer = { ...form, ...(await shown()), ...OTHERWISE[what] };
  expect((await submit(action, newer, asked)).status).toBe(302);
  expect((await submit(action, form, asked)).status).toBe(409);
});

test.each([
  ["session", editSession.action, SESSION, { description: "From elsewhere" }],
  ["case", editCase.action, CASE, { complications: "Bleeding" }],
])("a change of a %s that comes after somebody else's keeps its answers beside a link to theirs", async (_, action, fields, theirs) => {
  const { user, params } = await diary();
  expect((await submit(action, { version: "1", ...fields, ...theirs }, { user, params })).status).toBe(302);
  const late = await submit<Refused>(action, { version: "1", ...fields }, { user, params });
  expect([late.status, late.data.newer]).toEqual([409, { version: 2 }]);
  expect(late.data.form.link).toEqual({ path: "", words: "See what is saved now" });
});

test("a deletion of a case and an undo whose connection dies after they were saved happen once", async () => {
  const { user, params } = await diary();
  const before = await counted(user);
  const remove = { version: "1" };
  await expect(submit(removeCase.action, remove, { user, params, database: cutOffDatabase(1) })).rejects.toThrow(LOST);
  const deleted = await submit(removeCase.action, remove, { user, params });
  expect([deleted.status, deleted.location, said(deleted.headers)]).toEqual([
    302,
    `/logbook/session/${params.sessionRef}/`,
    "Case deleted",
  ]);
  const asked = { user, params: { undoRef: stepOf(deleted.headers) } };
  await expect(submit(undo.action, {}, { ...asked, database: cutOffDatabase(1) })).rejects.toThrow(LOST);
  expect(await counted(user)).toEqual(before);
  const again = await submit(undo.action, {}, asked);
  expect(said(again.headers)).toBe("This has already been undone. Nothing was changed");
  expect(await counted(user)).toEqual(before);
});

/** What the page of a session's deletion sends. */
async function deletion(asked: { user: User; params: Record<string, string> }, choice: "1" | "2" | "3") {
  const { data } = await load<Going>(removeSession.loader, asked);
  return {
    ...{ version: String(data.version), shown: countsText(data.counts), recurring: choice, warned: "yes" },
    ...{ signed_code: data.code.signed, delete_code: data.code.code },
  };
}

test.each([
  ["1", "Session deleted, with 1 fee"],
  ["2", "4 sessions deleted, with 1 fee"],
  ["3", "4 sessions deleted, with 1 fee"],
] as const)("a deletion of sessions (choice %s) that is sent again is answered as it was, with its undo", async (choice, words) => {
  const { user, params } = await fullDiary();
  const asked = { user, params: { sessionRef: params.firstRef } };
  const before = await counted(user);
  const form = await deletion(asked, choice);
  await expect(submit(removeSession.action, form, { ...asked, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  for (let time = 0; time < 2; time += 1) {
    const again = await submit(removeSession.action, form, asked);
    expect([again.status, again.location, said(again.headers)]).toEqual([302, "/logbook/", words]);
    expect(stepOf(again.headers)).not.toBe("");
  }
  const again = await submit(removeSession.action, form, asked);
  await submit(undo.action, {}, { user, params: { undoRef: stepOf(again.headers) } });
  expect(await counted(user)).toEqual(before);
});

test("a deletion that was another one, is somebody else's, or of sessions an hour ago, is of nothing that is there", async () => {
  const { user, params } = await fullDiary();
  const stranger = await makeUser();
  const asked = { user, params: { sessionRef: params.firstRef } };
  const form = await deletion(asked, "2");
  expect((await submit(removeSession.action, form, asked)).status).toBe(302);
  expect((await submit(removeCase.action, { version: "1" }, { user, params })).status).toBe(302);
  const late = { now: NOW + UNDO_WINDOW_MS };
  const tries = await Promise.all([
    submit(removeSession.action, { ...form, recurring: "1" }, asked),
    submit(removeSession.action, { ...form, version: String(Number(form.version) + 1) }, asked),
    submit(removeSession.action, form, { ...asked, user: stranger }),
    submit(removeSession.action, form, { ...asked, ...late }),
    submit(removeCase.action, { version: "2" }, { user, params }),
    submit(removeCase.action, { version: "1" }, { user, params: { ...params, sessionRef: newRef() } }),
    submit(removeCase.action, { version: "1" }, { user: stranger, params }),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
  const answer = await submit(removeCase.action, { version: "1" }, { user, params, ...late });
  expect([answer.status, said(answer.headers), stepOf(answer.headers)]).toEqual([302, "Case deleted", ""]);
});

test("a case that went with its session is not deleted once more", async () => {
  const { user, params } = await diary();
  const form = await deletion({ user, params }, "1");
  expect((await submit(removeSession.action, form, { user, params })).status).toBe(302);
  expect((await submit(removeCase.action, { version: "1" }, { user, params })).status).toBe(404);
});
