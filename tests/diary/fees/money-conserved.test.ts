import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { markFees } from "~/diary/fees/ledger/actions.server";
import type { Fee } from "~/diary/fees/ledger/fee";
import { byPayer, taxTotals, tilesOf, totalOf } from "~/diary/fees/ledger/ledger";
import { type FeeAmounts, feeStatus, type MoneyParts, moneyParts } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import { MAX_PENCE, poundsText } from "~/platform/money";
import { ukDate } from "~/platform/time/dates";
import { addDays } from "~/platform/time/london";
import * as editFee from "~/routes/extras/fee";
import * as insertFee from "~/routes/extras/fee";
import { db, makeUser, NOW, submit } from "../../support/harness";
import fc from "../../support/property";

const pence = fc.integer({ min: 1, max: MAX_PENCE });
const date = fc.integer({ min: 0, max: 700 }).map((days) => addDays("2025-04-06", days));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const anyClaim: fc.Arbitrary<FeeAmounts> = fc
  .record({
    amount_pence: pence,
    timesheet_date: maybe(date),
    paid_date: maybe(date),
    paid_pence: maybe(pence),
    written_off_date: maybe(date),
  })
  .map((fee) => ({ ...fee, paid_pence: fee.paid_date === null ? null : fee.paid_pence }));

function sumOf(fee: FeeAmounts): number {
  return Object.values(moneyParts(fee)).reduce((sum, part) => sum + part, 0);
}

/** What was paid on top of a fee. */
function onTop({ amount_pence, timesheet_date, paid_pence }: FeeAmounts): number {
  return timesheet_date === null ? 0 : Math.max(0, (paid_pence ?? 0) - amount_pence);
}

test("each penny of any fee is in one place", () => {
  fc.assert(
    fc.property(anyClaim, (fee) => {
      const parts = moneyParts(fee);
      expect(sumOf(fee)).toBe(fee.amount_pence + onTop(fee));
      expect(Object.values(parts).every((part) => part >= 0)).toBe(true);
      const owed = [parts.notClaimed, parts.waiting, parts.short, parts.writtenOff].filter((part) => part > 0);
      expect(owed.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2000 },
  );
});

test("what a fee is said to be is where its money is", () => {
  const where = {
    "not-claimed": "notClaimed",
    "not-paid": "waiting",
    short: "short",
    paid: "paid",
    "written-off": "writtenOff",
  } as const;
  fc.assert(
    fc.property(anyClaim, (fee) => {
      expect(moneyParts(fee)[where[feeStatus(fee).state]]).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

const NO_WORK: Omit<Fee, keyof FeeAmounts> = {
  ...{ unique_ref: "", version: 1, kind: "alone", work: "2026-05-01", session_ref: null, case_ref: null },
  ...{ from_minute: null, until_minute: null, minutes: null, element: null, site: "", payer: "", basis: "fixed" },
  ...{ rate_pence: null, work_kind: "", procedure_codes: "", reference: "" },
};
const ALWAYS = { begins: "1900-01-01", ends: "2099-12-31" };

test("the figures of the page of extra work are where the money is", () => {
  fc.assert(
    fc.property(fc.array(anyClaim, { maxLength: 12 }), (some) => {
      const fees = some.map((fee): Fee => ({ ...NO_WORK, ...fee }));
      const parts = fees.map(moneyParts);
      const sum = (which: keyof MoneyParts) => parts.reduce((all, part) => all + part[which], 0);
      const { notClaimed, waiting, outstanding, short } = tilesOf(fees, "2026-11-21");
      expect(notClaimed.pence).toBe(sum("notClaimed"));
      expect(waiting.pence).toBe(sum("waiting"));
      expect(outstanding.pence).toBe(sum("notClaimed") + sum("waiting") + sum("short"));
      expect(short.pence).toBe(sum("short"));
      expect(taxTotals(fees, ALWAYS).paid).toBe(sum("paid"));
      expect(totalOf(byPayer(fees, "work"))).toMatchObject({
        ...{ fees: fees.length, paid: sum("paid") },
        ...{ total: sum("paid") + sum("notClaimed") + sum("waiting") + sum("short") },
        toCome: sum("notClaimed") + sum("waiting") + sum("short"),
      });
    }),
    { numRuns: 500 },
  );
});

test("what was paid of a fee before it was written off stays paid", () => {
  const part = {
    ...{ amount_pence: 31_000, timesheet_date: "2026-11-09", paid_date: "2026-11-19", paid_pence: 29_000 },
    written_off_date: "2026-11-20",
  };
  expect(moneyParts(part)).toEqual({ notClaimed: 0, waiting: 0, paid: 29_000, short: 0, writtenOff: 2000 });
  expect(feeStatus(part)).toEqual({ state: "written-off", words: "Paid but for £20.00, written off" });
});

const SAVES = ["claim", "pay", "part pay", "write off", "reopen"] as const;
const ACTS = [...SAVES, "add", "delete", "mark claimed", "mark paid", "undo"] as const;

/** What somebody does to one of their fees, as far as the act needs it. */
interface Act {
  act: (typeof ACTS)[number];
  fee: number;
  pence: number;
  /** Of a fee, that is paid of it. */
  share: number;
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...ACTS),
  fee: fc.nat(5),
  pence,
  share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});

test("money is conserved through any order of adding, claiming, paying, paying in part, writing off and undoing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 14 }), async (acts) => {
      const user = await makeUser();
      const me = user.id;
      /** In the order in which they came to be, the same in every run: their references are not. */
      const seen: string[] = [];
      const feeList = async () => {
        const rows = await db.select().from(fees).where(eq(fees.user_id, me));
        for (const { unique_ref } of rows) if (!seen.includes(unique_ref)) seen.push(unique_ref);
        return rows.toSorted((a, b) => seen.indexOf(a.unique_ref) - seen.indexOf(b.unique_ref));
      };
      /** Undo recent changes, the last at the end, and what came with it. */
      const undos: { ref: string; pence: number }[] = [];
      let all = 0;
      for (const act of [{ ...(acts[0] as Act), act: "add" as const }, ...acts]) {
        if (act.act === "undo") {
          const last = undos.pop();
          if (last) expect(await undoWithMessage({ db, userId: me, now: NOW }, last.ref)).toMatchObject({ ok: true });
          all -= last?.pence ?? 0;
        } else {
          const rows = await feeList();
          const row = rows[act.fee % Math.max(1, rows.length)];
          const come = act.act === "add" ? await addWorkFee(user, act.pence) : row ? await actOn(user, act, row) : 0;
          all += come;
          const [newest] = await undoableChanges(db, me, NOW);
          const ref = String(newest?.number);
          if (newest && undos.at(-1)?.ref !== ref) undos.push({ ref, pence: come });
        }
        expect((await feeList()).reduce((sum, row) => sum + sumOf(row), 0)).toBe(all);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

async function addWorkFee(user: SignedInUser, amount: number): Promise<number> {
  const fields = { idempotency_key: newRef(), work_date: "31/10/2026", amount: poundsText(amount) };
  expect((await submit(insertFee.action, fields, { user })).status).toBe(302);
  return amount;
}

/** Does it. @returns what came with it, less than nothing where it went */
async function actOn(user: SignedInUser, act: Act, row: typeof fees.$inferSelect): Promise<number> {
  const { unique_ref: ref, version, amount_pence } = row;
  const asked = { user, params: { feeRef: ref } };
  if (act.act === "delete") {
    expect((await submit(editFee.action, { version: String(version), intent: "delete" }, asked)).status).toBe(302);
    return -amount_pence;
  }
  if (act.act === "mark claimed" || act.act === "mark paid") {
    const mark = act.act === "mark paid" ? "paid" : "claimed";
    const key = { key: newRef(), fingerprint: newRef() };
    await markFees({ db, userId: user.id, now: NOW }, key, [{ ref, version }], mark, "2026-11-20");
    return 0;
  }
  const form = { version: String(version), work_date: "31/10/2026", amount: poundsText(amount_pence) };
  const saved = await submit(editFee.action, { ...form, ...answersOf(act, row) }, asked);
  expect([302, 422]).toContain(saved.status);
  return 0;
}

/** A fee as the form of an act leaves it: what the act does not change stays. */
function answersOf({ act, share }: Act, row: FeeAmounts): Record<string, string> {
  const typed = (one: string | null) => (one === null ? "" : ukDate(one));
  const was = {
    timesheet_date: typed(row.timesheet_date),
    paid_date: typed(row.paid_date),
    paid_amount: row.paid_pence === null ? "" : poundsText(row.paid_pence),
    written_off_date: typed(row.written_off_date),
  };
  if (act === "claim") return { ...was, timesheet_date: "02/11/2026" };
  if (act === "write off") return { ...was, written_off_date: "20/11/2026" };
  if (act === "pay") return { ...was, paid_date: "19/11/2026", paid_amount: "", written_off_date: "" };
  if (act === "reopen") return {};
  const part = Math.max(1, Math.round(row.amount_pence * share));
  return { ...was, paid_date: "19/11/2026", paid_amount: poundsText(part) };
}
