import { beginLogin } from "~/accounts/logins/logins.server";
import { users } from "~/accounts/table.server";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { addDays, type LondonDate, londonToday, mondayOf } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import { type BelievablePlan, believablePlan, type ElementKey, planYearOf } from "./believable-plan.server";
import { believableSession } from "./believable-work.server";
import { casesOfBusyYear } from "./deal.server";
import { rollFrom } from "./dice";
import { insertWork } from "./insert-work.server";
import { addNotes } from "./seed.server";

/** Weeks worked of 52, sessions of such a week (below) and cases of each of its lists: 400 sessions and 2,000 cases a year. */
const WEEKS_WORKED = 50;
const CASES_A_LIST = 10;

const WEEK: readonly { day: number; element: ElementKey; from: number; until: number }[] = [
  { day: 0, element: "spa_core", from: 8, until: 14 },
  { day: 0, element: "visits", from: 14, until: 17.5 },
  { day: 1, element: "theatre", from: 8, until: 18 },
  { day: 2, element: "trauma", from: 8, until: 18 },
  { day: 3, element: "spa_teaching", from: 9, until: 13 },
  { day: 3, element: "visits", from: 14, until: 17 },
  { day: 4, element: "ent", from: 8, until: 13 },
  { day: 5, element: "wli", from: 8, until: 17 },
];

/** Makes a user with `years` of full work up to now. @returns the user's id, and the cookie that signs in as them. */
export async function growUser(db: Database, vault: Vault, request: Request, years: number, now: number) {
  const user_ref = newRef();
  const username = `grown-${user_ref.toLowerCase()}`;
  const login = { userRef: user_ref, remember: true, secondFactor: false };
  const { statements, cookie } = await beginLogin(db, request, login, now);
  const user = db.insert(users).values({
    unique_ref: user_ref,
    username,
    username_key: username,
    first_name: "Theatre",
    last_name: "Consultant",
    password_hash: "none",
    level: 9,
    terms_accepted_at: now,
    created_at: now,
    updated_at: now,
  });
  await db.batch([user, ...statements]);
  const plans = new Map<LondonDate, BelievablePlan>();
  for (let year = 0; year < years; year += 1) await growYear(db, vault, user_ref, plans, year, now);
  return { user_ref, username, cookie };
}

/** A year at a time, so that neither memory nor a batch grows with the years. Every text is sealed as a real one is. */
async function growYear(
  db: Database,
  vault: Vault,
  userRef: string,
  plans: Map<LondonDate, BelievablePlan>,
  year: number,
  now: number,
): Promise<void> {
  const roll = rollFrom(year + 1);
  const known = plans.size;
  const thisMonday = mondayOf(londonToday(now));
  const work = Array.from({ length: WEEKS_WORKED }, (_, week) => addDays(thisMonday, -7 * (year * 52 + week))).flatMap(
    (monday) =>
      WEEK.map(({ day, element, from, until }) => {
        const date = addDays(monday, day);
        const plan = plans.get(planYearOf(date)) ?? believablePlan(userRef, planYearOf(date), now);
        plans.set(plan.date_start, plan);
        return believableSession(plan, { element, from: from * 60, until: until * 60 }, date);
      }),
  );
  await addNotes(vault, work, roll, 2);
  const cases = await casesOfBusyYear(vault, work, CASES_A_LIST, roll);
  const [first, ...rest] = insertWork(db, { plans: [...plans.values()].slice(known), sessions: work, cases });
  if (first) await db.batch([first, ...rest]);
}
