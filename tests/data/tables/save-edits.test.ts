import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { EDITED_SESSIONS } from "~/data/tables/edit-sessions.server";
import type { RowAnswers } from "~/data/tables/fields";
import { fieldOfRow } from "~/data/tables/fields";
import type { SentRow } from "~/data/tables/form";
import { saveEdits } from "~/data/tables/save-edits.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addSession } from "../../diary/fees/extras-fees";
import { db, makeUser, NOW, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

const actor = (user: User, database = db) =>
  ({ db: database, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW }) as never;
const formKey = () => ({ key: newRef(), fingerprint: newRef() });
const setSession = (ref: string, more: Partial<typeof sessions.$inferInsert>) =>
  db.update(sessions).set(more).where(eq(sessions.unique_ref, ref));

const WAS = { session_start_time: "08:00", session_end_time: "12:00", site: "Theatre 2" };
const sentRow = (place: number, ref: string, changed: RowAnswers, more: Partial<SentRow> = {}): SentRow => ({
  ...{ place, ref, version: 1, name: `Row ${place}`, was: WAS, changed, ...more },
});

const gone = (which: string) =>
  `${which} deleted elsewhere after you opened this page: Row 1. Nothing is saved yet: save again to keep your changes of the others`;
const stale = (now: string) =>
  `This session was changed elsewhere after you opened this page. ${now}. Your answer is kept, and not saved yet: save again to put it in place of that`;

test("of rows that are not as they were shown it is said which, what they are now, and what is kept", async () => {
  const user = await makeUser();
  const [fresh, lost, changed] = [await addSession(user, "2026-05-04"), newRef(), await addSession(user, "2026-05-06")];
  await setSession(changed, { site: "", version: 7 });
  const sent = [
    sentRow(0, fresh, { site: "Mine" }),
    sentRow(1, lost, { site: "Mine" }),
    sentRow(3, changed, { session_end_time: "13:00", site: "Mine" }),
    sentRow(4, newRef(), {}),
  ];
  const now = { session_start_time: "08:00", session_end_time: "12:00", site: "" };
  expect(await saveEdits(actor(user), EDITED_SESSIONS, formKey(), sent)).toEqual({
    status: 409,
    errors: {
      "": gone("This session was"),
      "rows[3].session_end_time": stale("Times now: 08:00 – 12:00"),
      "rows[3].site": stale("Site now: nothing"),
    },
    values: {
      "rows[3].version": ["7"],
      "rows[3].was": [JSON.stringify(now)],
      "rows[3].session_start_time": ["08:00"],
    },
  });
  const two = [sentRow(0, lost, { site: "Mine" }), sentRow(1, newRef(), { site: "Mine" })];
  expect(await saveEdits(actor(user), EDITED_SESSIONS, formKey(), two)).toEqual({
    status: 409,
    errors: { "": gone("These sessions were").replace("Row 1", "Row 0; Row 1") },
    values: {},
  });
  const alone = [sentRow(3, changed, { site: "Mine" })];
  const refused = await saveEdits(actor(user), EDITED_SESSIONS, formKey(), alone);
  expect("errors" in refused && refused.errors).toEqual({ "rows[3].site": stale("Site now: nothing") });
});

test("of several rows in doubt the first is told, and that there are others", async () => {
  const user = await makeUser();
  const [one, two, plain] = [
    await addSession(user, "2026-05-04"),
    await addSession(user, "2026-05-06"),
    await addSession(user, "2026-05-08"),
  ];
  const save = (...sent: SentRow[]) => saveEdits(actor(user), EDITED_SESSIONS, formKey(), sent);
  const long = { session_end_time: "07:00" };
  const doubt = "Mon 4 May 2026, 08:00 – 07:00: 23 h: is this on-call? Use Fixed";
  expect(await save(sentRow(0, one, long), sentRow(1, two, long), sentRow(2, plain, { site: "A" }))).toMatchObject({
    message: `3 sessions changed in the table. ${doubt}. Look at 1 other row too`,
  });
  const version = { version: 2 };
  const longer = { session_end_time: "07:30" };
  expect(await save(sentRow(0, one, longer, version))).toMatchObject({
    message: `1 session changed in the table. ${doubt.replace("07:00", "07:30").replace("23 h", "23 h 30 min")}`,
  });
  expect(await save(sentRow(2, plain, { site: "B" }, version))).toMatchObject({
    message: "1 session changed in the table",
  });
  expect(await save(sentRow(2, plain, {}, version))).toEqual({ message: "Nothing was changed", undo: null });
});

test.each([
  ["site", "site"],
  ["session_end_date", "session_end_time"],
  ["session_end_time_which", "session_end_time"],
  ["whole_day", "session_start_time"],
  ["fixed_PA_allocation", "site"],
  ["session_notes", "site"],
  ["", "site"],
])("what is wrong with %j of a row is said at its cell of %s", async (name, cell) => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-04");
  const table = { ...EDITED_SESSIONS, judge: async () => ({ ok: false as const, errors: { [name]: "Wrong" } }) };
  const sent = [sentRow(2, ref, { site: "A" }, { was: { ...WAS, session_notes: "x" } })];
  expect(await saveEdits(actor(user), table, formKey(), sent)).toEqual({
    status: 422,
    errors: { [fieldOfRow(2, cell)]: "Wrong" },
    values: {},
  });
});

test("a row that is changed and changed back by others is tried three times, and then given up", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-04");
  let tries = 0;
  const database = new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: Parameters<typeof db.batch>[0]) => {
        const isSave = (list[0] as unknown as { toSQL(): { sql: string } }).toSQL().sql.startsWith("insert");
        if (!isSave) return target.batch(list);
        tries += 1;
        if (tries > 9) throw new Error("It is tried for ever");
        await setSession(ref, { version: 2 });
        return target.batch(list).finally(() => setSession(ref, { version: 1 }));
      };
    },
  });
  const refused = await saveEdits(actor(user, database), EDITED_SESSIONS, formKey(), [sentRow(0, ref, { site: "A" })]);
  expect(refused).toMatchObject({
    status: 409,
    values: {},
    errors: { "": expect.stringMatching(/^This session was changed or deleted/) },
  });
  expect(tries).toBe(3);
});
