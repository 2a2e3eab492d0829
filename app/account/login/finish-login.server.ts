import { and, eq, gt, sql } from "drizzle-orm";
import { takeSecondFactor } from "~/account/factors/second-factor.server";
import { challenges } from "~/account/factors/table.server";
import type { World } from "~/platform/context";
import { isRefused } from "~/platform/db/columns.server";
import { auditLine } from "../audit.server";
import { logAuth } from "../auth-log";
import { CHECK_DETAILS, TOO_MANY_CODES } from "../rules";
import { factorGiven } from "./asks-factor.server";
import { greetBrowser } from "./known-browsers.server";
import { beginLogin } from "./logins.server";
import { clearPendingLogin, type PendingLogin } from "./pending-logins.server";

export type FinishedLogin =
  | { is: "in"; cookie: string[]; level: number }
  | { is: "refused"; message: string; status: 422 | 429 }
  /** It ran out meanwhile, or was finished in another tab: the password is asked for again. */
  | { is: "ended" };

/** Makes a login of a pending login, with the code that was typed: of the app, or for recovery. */
export async function finishLogin(
  world: World,
  request: Request,
  half: PendingLogin,
  typed: string,
): Promise<FinishedLogin> {
  const taken = await takeSecondFactor(world, half.user_ref, typed, "login");
  if (taken === "locked") return { is: "refused", message: TOO_MANY_CODES, status: 429 };
  if (taken === null) return { is: "refused", message: CHECK_DETAILS, status: 422 };
  const cookies = await makeWhole(world, request, half);
  if (!cookies) return { is: "ended" };
  logAuth("logged-in");
  return { is: "in", cookie: [...cookies, ...clearPendingLogin(request)], level: half.level };
}

/**
 * The new login takes its user from the pending login, in the batch that ends this: where it is used up already, there
 * is no user, the column refuses, and nothing is written. @returns the cookies of the login and of the browser, which it makes known; null when it was too late.
 */
async function makeWhole(world: World, request: Request, half: PendingLogin): Promise<string[] | null> {
  const { db, now } = world;
  const still = and(eq(challenges.unique_ref, half.unique_ref), gt(challenges.expires_at, now));
  const userRef = sql<string>`(SELECT ${challenges.user_ref} FROM ${challenges} WHERE ${still})`;
  const login = await beginLogin(db, request, { userRef, remember: half.remember, secondFactor: true }, now);
  const { detail, ...greeted } = await greetBrowser(world, request, half.user_ref);
  try {
    await db.batch([
      ...login.statements,
      db.delete(challenges).where(eq(challenges.unique_ref, half.unique_ref)),
      factorGiven(db, half.user_ref),
      auditLine(db, half.user_ref, "logged-in", now, { detail }),
      ...greeted.statements,
    ]);
    greeted.nudge();
    return [login.cookie, ...greeted.cookies];
  } catch (error) {
    if (isRefused(error, "logins.user_ref")) return null;
    throw error;
  }
}
