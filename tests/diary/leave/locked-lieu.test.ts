import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave, leavePlace, lieuLedger } from "~/diary/leave/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import type { FormState } from "~/platform/http/action-result";
import * as page from "~/routes/leave/leave-form";
import { lockDays, makeDiary } from "../../support/diary";
import { type Answer, db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { rendered } from "../../support/rendered";

type Fields = Record<string, string>;
interface Refused {
  form: FormState;
}

const NOTES = 'Cover by Dr "X"\nuntil noon & after';
const MAY_CHANGE = "You can change the time in lieu spent on it, but nothing else.";

/** The leave of `makeDiary`, in lieu and on locked days. */
async function lockedLeave(notes = "", more: Partial<typeof leave.$inferInsert> = {}) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const text_encrypted = await vault.of(user.unique_ref).encrypt(leavePlace(params.leaveRef), notes);
  const ofLeave = eq(leave.unique_ref, params.leaveRef);
  await db
    .update(leave)
    .set({ type: "lieu", text_encrypted, ...more })
    .where(ofLeave);
  await lockDays(user, "2026-12-01", "2026-12-31");
  const asked = { user, params };
  const shown = async (actionData?: unknown) =>
    rendered(page as never, { leaveRef: params.leaveRef }, (await load(page.loader, asked)).data, actionData);
  return {
    ...{ user, shown },
    save: (fields: Fields): Promise<Answer<Refused>> => submit<Refused>(page.action, fields, asked),
    row: async () => (await db.select().from(leave).where(ofLeave))[0],
    spent: async () => {
      const lines = await db.select().from(lieuLedger).where(eq(lieuLedger.leave_ref, params.leaveRef));
      return lines.map(({ unit, hundredths }) => `${hundredths} ${unit}`);
    },
  };
}

/** A page without the fields that can only be read, of which a browser sends none. */
function withoutRead(html: string): string {
  let depth = 0;
  const kept = html.split(/(?=<fieldset|<\/fieldset>)/).filter((part) => {
    if (part.startsWith("<fieldset") && (depth > 0 || part.startsWith("<fieldset disabled"))) depth += 1;
    else if (part.startsWith("</fieldset>") && depth > 0) depth -= 1;
    return depth === 0;
  });
  return kept.join("");
}

/** The fields that a page's form sends as it was drawn, by name; those that can be changed are listed too. */
function fieldsIn(html: string): { sent: Fields; visible: string[] } {
  const inputs = [...withoutRead(html).matchAll(/<input ([^>]*)>/g)].map(([, attributes = ""]) => {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const value = of("value").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
    return { name: of("name"), type: of("type"), value, isSent: of("type") !== "radio" || / checked/.test(attributes) };
  });
  const named = inputs.filter(({ name }) => name !== "");
  const sent = named.filter(({ isSent }) => isSent).map(({ name, value }) => [name, value.replaceAll("\n", "\r\n")]);
  return {
    sent: Object.fromEntries(sent),
    visible: [...new Set(named.filter(({ type }) => type !== "hidden").map(({ name }) => name))],
  };
}

test.each([
  "",
  NOTES,
])("locked leave in lieu is read, and its time in lieu alone is changed, with notes: %s", async (notes) => {
  const { user, shown, save, row, spent } = await lockedLeave(notes);
  const html = await shown();
  expect(html).toContain(MAY_CHANGE);
  expect(html).toContain("First day");
  const { sent, visible } = fieldsIn(html);
  expect(visible).toEqual(["lieu_amount", "lieu_unit"]);
  const before = await row();
  expect((await save({ ...sent, lieu_amount: "1.5" })).status).toBe(302);
  expect(await spent()).toEqual(["-150 days"]);
  const after = await row();
  expect(after).toEqual({ ...before, version: after?.version, updated_at: after?.updated_at });
  expect(await undoableChanges(db, user.id, NOW)).toHaveLength(1);
  const { sent: again } = fieldsIn(await shown());
  expect(again.lieu_amount).toBe("1.5");
  expect((await save({ ...again, lieu_amount: "" })).status).toBe(302);
  expect(await spent()).toEqual([]);
});

test.each<Fields>([
  { name: "Forged" },
  { notes: "Forged" },
  { type: "toil" },
  { date_start: "13/12/2026" },
  { status: "cancelled" },
])("another answer of locked leave is refused with its time in lieu, and comes back: %o", async (forged) => {
  const { shown, save, row, spent } = await lockedLeave(NOTES);
  const before = await row();
  const { sent } = fieldsIn(await shown());
  const refused = await save({ ...sent, lieu_amount: "1", ...forged });
  expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([409, [""]]);
  expect([await row(), await spent()]).toEqual([before, []]);
  // The form is shown with all of its fields: its answers can be saved once the days are unlocked.
  expect(fieldsIn(await shown(refused.data)).visible).toContain("date_start");
});

test("a wrong amount comes back with the fields of time in lieu alone", async () => {
  const { shown, save, spent } = await lockedLeave(NOTES);
  const { sent } = fieldsIn(await shown());
  const refused = await save({ ...sent, lieu_amount: "some" });
  expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([422, ["lieu_amount"]]);
  const { sent: kept, visible } = fieldsIn(await shown(refused.data));
  expect(visible).toEqual(["lieu_amount", "lieu_unit"]);
  expect(kept).toEqual({ ...sent, idempotency_key: kept.idempotency_key, lieu_amount: "some" });
  expect(await spent()).toEqual([]);
});

test("time in lieu that was changed elsewhere meanwhile is told beside the answers", async () => {
  const { shown, save, spent } = await lockedLeave();
  const { sent } = fieldsIn(await shown());
  await save({ ...sent, lieu_amount: "2" });
  const refused = await save({ ...sent, lieu_amount: "1" });
  expect(refused.status).toBe(409);
  const html = await shown(refused.data);
  expect(html).toContain("See what is saved now");
  const { sent: newer, visible } = fieldsIn(html);
  expect(visible).toEqual(["lieu_amount", "lieu_unit"]);
  expect((await save(newer)).status).toBe(302);
  expect(await spent()).toEqual(["-100 days"]);
});

test.each([
  { type: "annual" as const },
  { status: "cancelled" as const },
])("locked leave that takes no time in lieu is only read: %o", async (more) => {
  const { shown } = await lockedLeave("", more);
  const html = await shown();
  expect(html).not.toContain(MAY_CHANGE);
  expect(html).toContain("You can read it, but not change it.");
  expect(fieldsIn(html).visible).toEqual([]);
});
