import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatAction } from "~/account/audit.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { audit } from "~/account/table.server";
import { changedRows } from "~/changes/table.server";
import { writeChange } from "~/changes/write-change.server";
import { dropOldStagedImports } from "~/data/backup-import/stage.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { recordFile } from "~/data/export/export.server";
import { MAX_OPTIONS } from "~/data/records/work-kinds.server";
import { decryptCaseText, encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { lieuLedger } from "~/diary/leave/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoChange } from "~/diary/undo/undo-change.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { profiles } from "~/profile/table.server";
import { savedReports } from "~/reports/table.server";
import { optionsOfCase } from "../../support/case-options";
import { flashOf } from "../../support/flash";
import { cutOffDatabase, db, NOW, racingDatabase, vault } from "../../support/harness";
import { makeConfirmedUser, PASSWORD, setPasswordOf } from "../../support/members";
import { makeWholeDiary } from "../../support/valid-forms";
import {
  exported,
  imported,
  recordsIn,
  recounted,
  rowsOf,
  wipe,
  withoutMadeAt,
  withoutVersions,
} from "../export/own-file";

/** A diary with text in whatever is encrypted, and with all that one record says of another. */
async function somebody() {
  const diary = await makeWholeDiary(await makeConfirmedUser());
  const { user, params } = diary;
  const cipher = vault.of(user.unique_ref);
  const texts = { case_description: "Hip", complications: "None, £4 😀\nline", reflective_notes: "=1+1" };
  const notes = await cipher.encrypt(sessionPlace(params.sessionRef), 'Notes, "quoted"\\ and\u2028more');
  await db.batch([
    db
      .update(sessions)
      .set({ text_encrypted: notes, recurring_uuid: newRef() })
      .where(eq(sessions.unique_ref, params.sessionRef)),
    db
      .update(cases)
      .set({
        text_encrypted: await encryptCaseText(cipher, params.caseRef, texts),
        reflection_type: "event",
        reflection_domains: "1,3",
      })
      .where(eq(cases.unique_ref, params.caseRef)),
    db
      .update(profiles)
      .set({ default_element_ref: params.elementRef, employers: ["A trust"] })
      .where(eq(profiles.user_id, user.id)),
    db
      .update(savedReports)
      .set({ choices: `period=plan%3A${params.planRef}&element=${params.elementRef}&element=${params.elementRef}` })
      .where(eq(savedReports.user_id, user.id)),
    db.insert(fees).values({
      ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
      ...{ session_ref: params.sessionRef, amount_pence: 5000 },
    }),
  ]);
  return diary;
}

async function isUntouched(user: Awaited<ReturnType<typeof makeConfirmedUser>>, act: () => Promise<unknown>) {
  const before = await rowsOf(user);
  await act();
  expect(await rowsOf(user)).toEqual(before);
  expect(await db.select().from(importStaging).where(eq(importStaging.user_id, user.id))).toHaveLength(1);
}

test("exported, wiped, imported and exported again, a diary is the same but for when the file was made", async () => {
  const { user } = await somebody();
  const first = await exported(user);
  const rows = await rowsOf(user);
  await wipe(user);
  const answer = await imported(user, first);
  expect([answer.status, answer.location]).toEqual([302, "/mydata/"]);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(first));
  expect((await rowsOf(user)).map((list) => list.length)).toEqual(rows.map((list) => list.length));
});

test("a file during which a case moves to a session that is made meanwhile comes back", async () => {
  const { user, params } = await somebody();
  const made = newRef();
  let file = "";
  for await (const piece of recordFile({ db, cipher: vault.of(user.unique_ref), userRef: user.unique_ref }, {}, NOW)) {
    file += piece;
    if (!piece.includes('"record":"sessions"') || file.includes(made)) continue;
    const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
    if (!session) throw new Error("the diary has no session");
    await db.insert(sessions).values({ ...session, unique_ref: made, text_encrypted: null });
    await db.update(cases).set({ session_ref: made }).where(eq(cases.unique_ref, params.caseRef));
  }
  expect(file).toContain(`"unique_ref":"${made}"`);
  await wipe(user);
  expect((await imported(user, file)).status).toBe(302);
  expect(await db.select().from(cases).where(eq(cases.session_ref, made))).toHaveLength(1);
});

test("an import replaces everything against the password, and its file comes out again", async () => {
  const { user, params } = await somebody();
  await setPasswordOf(user);
  const first = await exported(user);
  await db.update(sessions).set({ site: "Elsewhere" }).where(eq(sessions.unique_ref, params.sessionRef));
  expect((await imported(user, first, { way: "replace", password: "wrong" })).status).toBe(422);
  expect((await imported(user, first, { way: "replace", password: PASSWORD })).status).toBe(302);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(first));
  // They would put back what the file has.
  expect(await db.select().from(changedRows).where(eq(changedRows.user_id, user.id))).toEqual([]);
  expect(await noted(user)).toEqual([
    "Data exported: JSON file",
    "Data imported: everything replaced",
    "Data exported: JSON file",
  ]);
});

test("what comes in is newer than any form that is open, and a replacement leaves nothing to undo", async () => {
  const { user, params } = await somebody();
  await setPasswordOf(user);
  const by = { db, userId: user.id, now: NOW };
  const move = (version: number, site: string) =>
    writeChange(by, {
      message: "Session changed",
      seen: [{ part: "sessions", ref: params.sessionRef, version }],
      updates: { sessions: [{ unique_ref: params.sessionRef, site }] },
    });
  const first = await exported(user);
  expect(await move(1, "Elsewhere")).toMatchObject({ result: "written", number: 2 });
  const offered = async () => (await undoableChanges(db, user.id, NOW)).map(({ number }) => number);
  const before = await offered();
  // Adding changes nothing that is there.
  await imported(user, first);
  expect(await offered()).toEqual(before);
  await imported(user, first, { way: "replace", password: PASSWORD });
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect([session?.version, await offered()]).toEqual([4, []]);
  expect(await undoChange(by, 2)).toEqual({ result: "not there" });
  for (const version of [1, 2, 3]) expect(await move(version, "There")).toEqual({ result: "changed since" });
  expect(await move(4, "There")).toMatchObject({ result: "written", number: 5 });
  expect(await undoChange(by, 5)).toMatchObject({ result: "undone" });
  expect((await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef)))[0]).toEqual(session);
});

/** A file without any record but those of job plans. */
function plansAlone(file: string): string {
  return recounted(keeping(file, (line) => !/"record":"(?!job_plans)/.test(line)));
}

function keeping(file: string, isKept: (line: string) => boolean): string {
  return file.split("\n").filter(isKept).join("\n");
}

async function noted({ unique_ref }: SignedInUser): Promise<string[]> {
  const lines = await db.select().from(audit).where(eq(audit.user_ref, unique_ref)).orderBy(sql`rowid`);
  return lines.map(formatAction).filter((words) => words.startsWith("Data "));
}

test("the activity log tells an addition from a replacement", async () => {
  const { user } = await somebody();
  await imported(user, await exported(user));
  expect(await noted(user)).toEqual(["Data exported: JSON file", "Data imported: what was missing added"]);
});

test("a replacement says what went and what came, also where that is less", async () => {
  const { user } = await somebody();
  await setPasswordOf(user);
  const file = await exported(user);
  const less = plansAlone(file);
  const answer = await imported(user, less, { way: "replace", password: PASSWORD });
  expect(flashOf(answer).text).toMatch(
    /^Your diary was replaced\. Deleted: 1 job plan, 1 session, 1 case and \d+ other records\. Imported: 1 job plan$/,
  );
  const back = await imported(user, file);
  expect(flashOf(back).text).toMatch(/^Imported 1 session, 1 case and \d+ other records$/);
});

test("a case that stayed where it was when its session was moved by years comes back", async () => {
  const { user, params } = await somebody();
  const years = 9 * 365 * 86_400_000;
  await db
    .update(sessions)
    .set({ start_at: sql`start_at - ${years}`, end_at: sql`end_at - ${years}` })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const file = await exported(user);
  await wipe(user);
  expect((await imported(user, file)).status).toBe(302);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file));
});

test("what is there stays as it is; what was deleted since comes back, and twice is once", async () => {
  const { user, params } = await somebody();
  const file = await exported(user);
  await db.update(sessions).set({ site: "Elsewhere" }).where(eq(sessions.unique_ref, params.sessionRef));
  await db.delete(cases).where(eq(cases.unique_ref, params.caseRef));
  expect((await imported(user, file)).status).toBe(302);
  expect((await imported(user, file)).status).toBe(302);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file).replace('"site":""', '"site":"Elsewhere"'));
});

test("the options of a case that is there are not put back: the case stays as it is", async () => {
  const { user, params } = await somebody();
  const file = await exported(user);
  await db.update(cases).set({ options: [] }).where(eq(cases.unique_ref, params.caseRef));
  await imported(user, file);
  expect(await optionsOfCase(params.caseRef)).toEqual([]);
});

test("an option and an element that were made again since are named in place of those of the file", async () => {
  const { user, params, optionRef } = await somebody();
  const file = await exported(user);
  await wipe(user);
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const [option, element] = [newRef(), newRef()];
  await imported(user, plansAlone(file));
  const kept = {
    plan_ref: params.planRef,
    description: "ALL-DAY orthopaedics",
    category: "DCC",
    counts_to_balance: true,
  } as const;
  await db.batch([
    db.insert(options).values({ ...row, unique_ref: option, kind: "procedure", label: "awake craniotomy, own way" }),
    db.insert(jobPlanElements).values({
      ...{ ...row, ...kept, unique_ref: element },
      ...{ pattern: "fixed_times", weekly_pa_units: 9000, default_basis: "time_calculated" },
    }),
  ]);
  expect((await imported(user, file)).status).toBe(302);
  expect(await db.select().from(options).where(eq(options.user_id, user.id))).toHaveLength(1);
  expect(await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id))).toHaveLength(1);
  const [chosen] = await optionsOfCase(params.caseRef);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect([chosen?.id, session?.element_ref, optionRef === option]).toEqual([option, element, false]);
});

test("another user's file comes in beside theirs, and twice is once", async () => {
  const [theirs, me] = [await somebody(), await makeConfirmedUser()];
  const file = await exported(theirs.user);
  const before = await rowsOf(theirs.user);
  expect((await imported(me, file)).status).toBe(302);
  const once = await rowsOf(me);
  expect((await imported(me, file)).status).toBe(302);
  expect(await rowsOf(me)).toEqual(once);
  expect(await rowsOf(theirs.user)).toEqual(before);
  const [mine] = await db.select().from(cases).where(eq(cases.user_id, me.id));
  if (!mine) throw new Error("The case did not come in");
  expect(mine.unique_ref).toBe(theirs.params.caseRef);
  expect((await decryptCaseText(vault.of(me.unique_ref), mine)).case_description).toBe("Hip");
  const records = (of: string) => recordsIn(withoutVersions(of));
  expect(records(await exported(me))).toEqual(records(file));
  const [report] = await db.select().from(savedReports).where(eq(savedReports.user_id, me.id));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, me.id));
  expect(report?.choices).toBe(
    `period=plan%3A${element?.plan_ref}&element=${element?.unique_ref}&element=${element?.unique_ref}`,
  );
});

test("a profile whose element went meanwhile, and an option that is no more, do not keep a file out", async () => {
  const { user, params } = await somebody();
  const gone = newRef();
  await db.update(profiles).set({ default_element_ref: gone }).where(eq(profiles.user_id, user.id));
  await db
    .update(cases)
    .set({ options: [{ id: gone, flags: "" }] })
    .where(eq(cases.unique_ref, params.caseRef));
  const file = await exported(user);
  await wipe(user);
  expect((await imported(user, file)).status).toBe(302);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file));
});

test("more options of a case than there can be keep a file out, in words", async () => {
  const { user, params } = await somebody();
  const file = await exported(user);
  const many = Array.from({ length: MAX_OPTIONS + 1 }, () => ({ id: newRef(), flags: "" }));
  const withOptions = (list: object[]) => file.replace(/("options":)\[\{.*?\}\]/, `$1${JSON.stringify(list)}`);
  await wipe(user);
  const most = await imported(user, withOptions(many.slice(1)));
  expect([most.status, (await optionsOfCase(params.caseRef)).length]).toEqual([302, MAX_OPTIONS]);
  await wipe(user);
  const answer = await imported(user, withOptions(many));
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors.file?.[0]).toMatch(/of cases: Daybook cannot read options/);
  expect(await db.$count(cases, eq(cases.unique_ref, params.caseRef))).toBe(0);
});

test("a file cannot hang its records on somebody else's", async () => {
  const [theirs, { user, params }] = [await somebody(), await somebody()];
  const file = (await exported(user)).replaceAll(params.sessionRef, theirs.params.sessionRef);
  const lines = file
    .split("\n")
    .filter((line) => !line.includes('"record":"sessions"'))
    .join("\n");
  await wipe(user);
  const answer = await imported(user, recounted(lines));
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors.file?.[0]).toMatch(/names no record of this file/);
});

test("time in lieu that was spent on no leave of the file is refused, unless that leave is there", async () => {
  const { user, params } = await somebody();
  await db
    .update(lieuLedger)
    .set({ kind: "spent", hundredths: -100, leave_ref: params.leaveRef })
    .where(eq(lieuLedger.unique_ref, params.lineRef));
  const file = recounted((await exported(user)).replace(/^\{"record":"leave",.*\n/m, ""));
  await setPasswordOf(user);
  await db.delete(lieuLedger).where(eq(lieuLedger.user_id, user.id));
  const replaced = await imported(user, file, { way: "replace", password: PASSWORD });
  const words = /of lieu_ledger: its leave_ref names no record of this file/;
  expect([replaced.status, replaced.data.form.errors.file?.[0]]).toEqual([422, expect.stringMatching(words)]);
  expect((await imported(user, file)).status).toBe(302);
  expect(await db.$count(lieuLedger, eq(lieuLedger.leave_ref, params.leaveRef))).toBe(1);
  await wipe(user);
  expect((await imported(user, file)).data.form.errors.file?.[0]).toMatch(words);
});

const SPOILED: [string, (file: string) => string, RegExp][] = [
  ["is cut off in a line", (file) => file.slice(0, -200), /is not complete|is cut off/],
  ["is cut off between lines", (file) => file.split("\n").slice(0, -2).join("\n"), /is not complete/],
  ["is of another version", (file) => file.replace('{"daybook":3,', '{"daybook":4,'), /format 4/],
  ["is something else", () => '{"hello": 1}', /This one is not/],
  ["is empty", () => "", /Choose the JSON file|This one is not/],
  [
    "has a kind that nobody knows",
    (file) => file.replace('"record":"rates"', '"record":"users"'),
    /not something that Daybook recognises/,
  ],
  [
    "has a column that nobody knows",
    (file) => file.replace('"record":"rates"', '"record":"rates","user_id":1'),
    /cannot read/,
  ],
  [
    "reaches for a prototype",
    (file) => file.replace('"record":"rates"', '"record":"rates","__proto__":{"a":1}'),
    /cannot read/,
  ],
  ["has a number for a text", (file) => file.replace('"title":"Job plan 2026/27"', '"title":7'), /cannot read title/],
  ["has a day that never was", (file) => file.replace('"2026-12-14"', '"2026-02-30"'), /cannot read date_start/],
  [
    "has rules that would stop pages",
    (file) => file.replace('"nation":"england"', '"nation":"mars"'),
    /cannot read pa_rules/,
  ],
  [
    "has a session of years",
    (file) => file.replace('"end_at":"2026-11-17T18:00', '"end_at":"2029-11-17T18:00'),
    /times do not agree/,
  ],
  [
    "has a session that ends before it starts",
    (file) => file.replace('"end_at":"2026-11-17T18:00', '"end_at":"2026-11-16T18:00'),
    /times do not agree/,
  ],
  [
    "has a session on a day that never was",
    (file) => file.replace('"start_at":"2026-11-17T08:00', '"start_at":"2026-11-31T08:00'),
    /sessions: Daybook cannot read start_at/,
  ],
  [
    "has a session of more minutes than it lasts",
    (file) => file.replace('"standard_minutes":600', '"standard_minutes":100000'),
    /sessions: its minutes do not agree/,
  ],
  [
    "has a session of more PAs than its minutes come to",
    (file) => file.replace('"pa_units":9000,"pa_rules"', '"pa_units":999999999,"pa_rules"'),
    /sessions: its PAs do not agree/,
  ],
  [
    "has a fixed session of other PAs than it counts",
    (file) =>
      file.replace(
        '"pa_basis":"time_calculated","standard_minutes"',
        '"pa_basis":"fixed","fixed_pa_units":3600,"standard_minutes"',
      ),
    /sessions: its PAs do not agree/,
  ],
  [
    "has a session fixed at more than any form takes",
    (file) =>
      file.replace(
        /"pa_basis":"time_calculated",("standard_minutes".*?)"pa_units":9000/,
        '"pa_basis":"fixed","fixed_pa_units":144001,$1"pa_units":144001',
      ),
    /cannot read fixed_pa_units/,
  ],
  [
    "has a case of another century in its session",
    (file) => file.replace('"start_at":"2026-11-17T09:05', '"start_at":"1999-11-17T09:05'),
    /cases: its times are more than ten years from its session/,
  ],
  [
    "holds no records",
    (file) => recounted(keeping(file, (line) => !line.startsWith('{"record":'))),
    /has no records\. Your diary is as it was/,
  ],
  ...["null", "7", '"rates"', "[1]"].map((line): (typeof SPOILED)[number] => [
    `has ${line} in place of a record`,
    (file) => file.replace(/^\{"record":"rates".*$/m, line),
    /^Line \d+ cannot be read: another program changed it/,
  ]),
  ["has a record twice", (file) => recounted(file.replace(/^(\{"record":"rates".*)$/m, "$1\n$1")), /twice/],
  [
    "has an option of a case twice",
    (file) => file.replace(/("options":\[)(\{.*?\})\]/, "$1$2,$2]"),
    /cannot read options/,
  ],
  [
    "has a line without end",
    (file) => file.replace('"name":"Weekend list"', `"name":"${"x".repeat(900_000)}"`),
    /This one is not/,
  ],
  ["is no text", () => "\u0000\u0001", /This one is not/],
  ["fails on its last row", (file) => file.replace(/("record":"import_rows".*"line":)2/, '$1"2"'), /cannot read line/],
  [
    "fails in the table on its last row",
    (file) =>
      recounted(
        file
          .replace(/("record":"import_rows".*"unique_ref":")[\w-]{22}/, `$1${"A".repeat(22)}`)
          .replace(
            /^(\{"record":"import_rows".*)$/m,
            (line) => `${line}\n${line.replace("A".repeat(22), "B".repeat(22))}`,
          ),
      ),
    /do not match/,
  ],
];

test.each(SPOILED)("a file that %s changes nothing, added or in place of everything", async (_, spoil, words) => {
  const { user } = await somebody();
  await setPasswordOf(user);
  const file = await exported(user);
  const spoiled = spoil(file);
  expect(spoiled).not.toBe(file);
  await isUntouched(user, async () => {
    const answer = await imported(user, spoiled, { way: "replace", password: PASSWORD });
    expect([answer.status, answer.data.form?.errors.file?.[0]]).toEqual([422, expect.stringMatching(words)]);
    expect(answer.data.form.errors.file?.[0]).toMatch(/Nothing was imported|Choose the JSON file/);
  });
});

test("bytes that are no UTF-8 change nothing", async () => {
  const { user } = await somebody();
  await isUntouched(user, async () => {
    expect((await imported(user, new Uint8Array([0x7b, 0xff, 0xfe, 0x0a]))).status).toBe(422);
  });
});

test("a database that fails on the way leaves everything as it was", async () => {
  const { user } = await somebody();
  await setPasswordOf(user);
  const file = await exported(user);
  const broken = racingDatabase(3, () => Promise.reject(new Error("Network connection lost")));
  await isUntouched(user, async () => {
    await expect(imported(user, file, { way: "replace", password: PASSWORD }, broken)).rejects.toThrow();
  });
});

test("rows that the cron takes for abandoned just before the last batch leave the diary as it was", async () => {
  const { user } = await somebody();
  const file = await exported(user);
  await setPasswordOf(user);
  const before = await rowsOf(user);
  const swept = racingDatabase(3, () => dropOldStagedImports(db, NOW + 86_400_001));
  const answer = await imported(user, file, { way: "replace", password: PASSWORD }, swept);
  expect(answer.status).toBe(422);
  expect(await rowsOf(user)).toEqual(before);
});

test("the file of another account comes in once, also when that account is gone since", async () => {
  const [theirs, mine] = [await somebody(), await makeConfirmedUser()];
  const file = await exported(theirs.user);
  expect((await imported(mine, file)).status).toBe(302);
  const before = (await rowsOf(mine)).map((rows) => rows.length);
  await wipe(theirs.user);
  expect((await imported(mine, file)).status).toBe(302);
  expect((await rowsOf(mine)).map((rows) => rows.length)).toEqual(before);
});

test("an import whose answer is lost has come in, and sent again it changes nothing", async () => {
  const { user } = await somebody();
  const file = await exported(user);
  await wipe(user);
  // Let in, stored, what is known left out in two, dangling looked for, taken: the last but its own.
  const outcomes = [];
  for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
    await wipe(user);
    // More files than one account may bring within an hour.
    await db.delete(rateCounters);
    outcomes.push(
      await imported(user, file, {}, cutOffDatabase(nth)).then(
        ({ status }) => status,
        () => "lost",
      ),
    );
    await imported(user, file);
    expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file));
  }
  expect(outcomes).toContain("lost");
});

test("a session whose PAs do not fit its basis is refused by the table, and all is as it was", async () => {
  const { user, params } = await somebody();
  const file = (await exported(user)).replace('"pa_basis":"time_calculated"', '"pa_basis":"fixed"');
  await wipe(user);
  expect((await imported(user, file)).status).toBe(422);
  expect(await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef))).toEqual([]);
});

test("the form says what is missing, and a stranger's is turned away", async () => {
  const user = await makeConfirmedUser();
  const answer = await imported(user, "", { way: "" });
  expect(answer.data.form.errors).toEqual({ way: ["Choose whether to add or to replace"] });
  expect((await imported({ ...user, level: 2 }, "")).location).toBe("/");
  const replaced = await imported(user, await exported(user), { way: "replace" });
  expect([replaced.status, replaced.data.form.errors]).toEqual([422, { password: ["Enter your password"] }]);
  const renamed = await imported(user, await exported(user), {}, db, "daybook.zip");
  expect([renamed.status, renamed.data.form.errors]).toEqual([422, { file: ["Choose the JSON file"] }]);
});

test("files whose request ended on the way are dropped after a day", async () => {
  const { user } = await somebody();
  const old = { unique_ref: newRef(), user_id: user.id, created_at: NOW - 86_400_001, updated_at: NOW };
  const row = { staging_ref: old.unique_ref, user_id: user.id, kind: "cases", ref: "a", line: 4, row: "{}" };
  await db.batch([db.insert(stagedImports).values(old), db.insert(importStaging).values(row)]);
  await dropOldStagedImports(db, NOW);
  expect(await db.select().from(stagedImports).where(eq(stagedImports.unique_ref, old.unique_ref))).toEqual([]);
  expect(await db.select().from(stagedImports).where(eq(stagedImports.user_id, user.id))).toHaveLength(1);
});

test("an import of 50,000 cases comes in whole", { tags: ["full"] }, async () => {
  const { user, params } = await somebody();
  const file = await exported(user);
  const lines = file.split("\n");
  const at = lines.findIndex((line) => line.includes('"record":"cases"'));
  const many = Array.from({ length: 50_000 }, () => (lines[at] as string).replace(params.caseRef, newRef()));
  await wipe(user);
  const pieces = recounted([...lines.slice(0, at), ...many, ...lines.slice(at)].join("\n"));
  expect((await imported(user, pieces)).status).toBe(302);
  const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM cases WHERE user_id = ?")
    .bind(user.id)
    .first<{ n: number }>()) as { n: number };
  expect(n).toBe(50_001);
});
