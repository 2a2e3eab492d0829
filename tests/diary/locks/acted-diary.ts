import { eq } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import type { cases, options } from "~/diary/cases/table.server";
import type { leave } from "~/diary/leave/table.server";
import type { sessions } from "~/diary/sessions/table.server";
import { METHODS } from "~/planning/job-plans/elements";
import type { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { FormState } from "~/platform/http/action-result";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import { db, submit } from "../../support/harness";
import fc from "../../support/property";

export interface Days {
  from: LondonDate;
  until: LondonDate;
}

/** The days about a locked October, its leave, and the plans' own. */
const EDGES = ["2026-04-01", "2026-09-30", "2026-10-01", "2026-10-31", "2026-11-01", "2026-11-04", "2026-11-05"];

/** What the forms of an act hold, and which row it is about: the same number picks the same one in the same diary. */
export const anyDraw = fc.record({
  pick: fc.nat(40),
  from: fc.oneof(
    fc.integer({ min: 0, max: 180 }).map((days) => addDays("2026-08-15", days)),
    fc.constantFrom(...EDGES),
  ),
  length: fc.oneof(fc.nat(3), fc.nat(200)),
  counts_from: fc.constantFrom("", "first", "last"),
  pa: fc.constantFrom("", "1.25", "3"),
  hour: fc.constantFrom("07:30", "13:00", "18:00"),
  nation: fc.constantFrom("england", "wales", "scotland"),
  employer: fc.constantFrom("", "Southern Trust", "Eastern Trust"),
  method: fc.constantFrom(...METHODS),
  text: fc.constantFrom("Lists", "Clinic"),
  weekday: fc.constantFrom("1", "2", "4"),
  recurrence: fc.constantFrom("11", "12", "22", "25"),
  yes: fc.boolean(),
});
export type Draw = typeof anyDraw extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type Table = typeof sessions | typeof cases | typeof options | typeof leave | typeof jobPlans | typeof jobPlanElements;
type Fields = Record<string, string | string[]>;

/** What an act did, and the days that it is about: of the row as it was, and as it would be. */
export interface Done extends Answered {
  about: readonly Days[];
}

/** Does something; null if the diary has no row for it. */
export type Act = (diary: ActedDiary, draw: Draw) => Promise<Done | null>;

export const ALWAYS: Days = { from: "0001-01-01", until: "9999-12-31" };
export const drawn = ({ from, length }: Draw): Days => ({ from, until: addDays(from, length) });
export const version = (row: { version: number }) => String(row.version);
export const covered = (row: { date_start: string; date_end: string | null }): Days => ({
  from: row.date_start,
  until: row.date_end ?? ALWAYS.until,
});
export const dayOf = ({ start_at }: { start_at: number }): Days => {
  const { date } = londonMoment(start_at);
  return { from: date, until: date };
};

export interface Answered {
  status: number;
  /** Why it was refused, where locked days are the reason. */
  locked: string | undefined;
}

/** A diary that random acts are done in. */
export class ActedDiary {
  /** In the order in which they came to be, the same in every run: their references are not. */
  private readonly seen: string[] = [];
  constructor(readonly user: SignedInUser) {}

  async rows<Of extends Table>(table: Of): Promise<Of["$inferSelect"][]> {
    const rows = await db.select().from(table).where(eq(table.user_id, this.user.id));
    for (const { unique_ref } of rows) if (!this.seen.includes(unique_ref)) this.seen.push(unique_ref);
    const place = (row: { unique_ref: string }) => this.seen.indexOf(row.unique_ref);
    return (rows as Of["$inferSelect"][]).toSorted((one, other) => place(one) - place(other));
  }

  async picked<Of extends Table>(table: Of, { pick }: Draw): Promise<Of["$inferSelect"] | undefined> {
    const rows = await this.rows(table);
    return rows[pick % Math.max(1, rows.length)];
  }

  async post(action: (args: never) => unknown, fields: Fields, params = {}): Promise<Answered> {
    return answeredBy(await submit<{ form?: FormState }>(action, fields, { user: this.user, params }));
  }
}

export function answeredBy({
  status,
  data,
}: {
  status: number;
  data?: { form?: Pick<FormState, "errors"> };
}): Answered {
  return { status, locked: data?.form?.errors[""]?.find((message) => message.startsWith("You locked")) };
}
