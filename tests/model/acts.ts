import fc from "../support/property";
import { addCase, editCase, removeCase, removeOption } from "./case-acts";
import { dayOf } from "./clock";
import type * as model from "./model";
import type * as real from "./real";
import {
  addSession,
  editFollowing,
  editSession,
  inSeries,
  makeFromPlan,
  moveSession,
  remove,
  removeOfSeries,
  undo,
} from "./session-acts";

type Model = model.Model;
type Real = real.Real;

/** How often each act ran, and how often it left the diary other than it was. */
export const tally = new Map<string, { ran: number; wrote: number }>();

/** One act on both. `pick` chooses among what is there: the same number means the same thing in both. */
class Act<Args> implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly args: Args,
    private readonly does: (args: Args, model: Model, real: Real) => Promise<void>,
    private readonly needs: (model: Model) => readonly unknown[] | null,
  ) {}
  check = (now: Readonly<Model>) => this.needs(now)?.length !== 0;
  run = async (now: Model, diary: Real) => {
    const before = JSON.stringify(now);
    await this.does(this.args, now, diary);
    const { ran, wrote } = tally.get(this.name) ?? { ran: 0, wrote: 0 };
    tally.set(this.name, { ran: ran + 1, wrote: wrote + (JSON.stringify(now) === before ? 0 : 1) });
  };
  toString = () => `${this.name}(${JSON.stringify(this.args)})`;
}

function act<Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  does: (args: Args, model: Model, real: Real) => Promise<void>,
  needs: (model: Model) => readonly unknown[] | null = () => null,
) {
  return args.map((each) => new Act(name, each, does, needs));
}

/** Weeks on both sides of both clock changes of the plan's year; the last days lie after its end. */
const days = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: dayOf("2026-10-12"), max: dayOf("2026-11-22") }) },
  { weight: 1, arbitrary: fc.integer({ min: dayOf("2027-03-15"), max: dayOf("2027-04-02") }) },
);
const slots = fc.constantFrom(
  ...([
    [480, 1080],
    [780, 1230],
    [1320, 480],
    [420, 780],
    [1200, 240],
    [480, 750],
  ] as const),
);
const pence = fc.option(fc.integer({ min: 1, max: 99_999 }), { freq: 2 });
const texts = fc.constantFrom("", "Plain", 'A "quoted" \\ text', "Ünïcödé 😀\nline");
const pick = fc.nat({ max: 40 });
const drafts: fc.Arbitrary<model.SessionDraft> = fc.record({
  ...{ day: days, slot: slots, element: fc.boolean(), site: fc.constantFrom("", "Main"), notes: texts, pence },
  fixedUnits: fc.option(fc.constantFrom(3600, 5400, 900), { freq: 3 }),
});
const caseDrafts: fc.Arbitrary<real.CaseDraft> = fc.record({
  times: fc.constant(null),
  age: fc.option(fc.integer({ min: 0, max: 100 })),
  asa: fc.option(fc.integer({ min: 1, max: 5 })),
  text: texts,
  airway: fc.subarray(["111", "121"]),
  procedures: fc.subarray(["202", "241"]),
  flags: fc.subarray(["ultrasound", "failed"]),
  label: fc.constantFrom("", "", "Tongue tie", "tongue TIE", "Halo frame"),
  pence,
});
const caseTimes = fc.constantFrom(
  null,
  ...([
    [540, 600],
    [1380, 180],
    [180, 240],
    [600, 660],
  ] as const),
);

const each = {
  addSession: act("addSession", fc.record({ draft: drafts, twice: fc.boolean() }), addSession),
  addSeries: act(
    "addSeries",
    fc.record({
      draft: drafts,
      series: fc.record({
        weeks: fc.constantFrom(1 as const, 2 as const),
        times: fc.integer({ min: 2, max: 4 }),
        skipBankHolidays: fc.boolean(),
      }),
      twice: fc.boolean(),
    }),
    addSession,
  ),
  editSession: act(
    "editSession",
    fc.record({ pick, draft: drafts, stale: fc.nat({ max: 2 }) }),
    editSession,
    ({ sessions }) => sessions,
  ),
  moveSession: act(
    "moveSession",
    fc.record({ pick, days: fc.integer({ min: -8, max: 8 }) }),
    moveSession,
    ({ sessions }) => sessions,
  ),
  editFollowing: act(
    "editFollowing",
    fc.record({ pick, draft: drafts, days: fc.integer({ min: -8, max: 8 }) }),
    editFollowing,
    inSeries,
  ),
  deleteSession: act(
    "deleteSession",
    fc.record({ pick }),
    (args, now, diary) => remove({ ...args, choice: "1" }, now, diary),
    ({ sessions }) => sessions,
  ),
  deleteOfSeries: act(
    "deleteOfSeries",
    fc.record({ pick, choice: fc.constantFrom("1" as const, "2" as const, "3" as const) }),
    removeOfSeries,
    inSeries,
  ),
  addCase: act(
    "addCase",
    fc.record({ pick, draft: caseDrafts, times: caseTimes, twice: fc.boolean() }),
    addCase,
    ({ sessions }) => sessions,
  ),
  editCase: act(
    "editCase",
    fc.record({ pick, draft: caseDrafts, stale: fc.nat({ max: 2 }) }),
    editCase,
    ({ cases }) => cases,
  ),
  deleteOption: act("deleteOption", fc.record({ pick }), removeOption, ({ labels }) => labels),
  deleteCase: act("deleteCase", fc.record({ pick }), removeCase, ({ cases }) => cases),
  makeDiary: act("makeDiary", fc.record({ day: days, weeks: fc.integer({ min: 1, max: 4 }) }), makeFromPlan),
  undo: act("undo", fc.record({ pick }), undo, ({ changes }) => changes),
  undoLast: act(
    "undoLast",
    fc.constant({}),
    (_, now, diary) => undo({ pick: now.changes.length - 1 }, now, diary),
    ({ changes }) => changes,
  ),
};

export const NAMES = Object.keys(each);

/** What works on a series needs one first, and so comes up often. */
export const acts = [
  ...Object.values(each),
  ...[each.addSeries, each.editFollowing, each.editFollowing, each.editFollowing],
  ...[each.deleteOfSeries, each.deleteOfSeries, each.deleteOfSeries],
  ...[each.makeDiary, each.deleteOption, each.deleteOption],
];
