import { and, eq, gt, sql } from "drizzle-orm";
import { logAuth } from "~/account/audit.server";
import type { codeForm, recoveryForm } from "~/account/factors/form";
import { takeSecondFactor } from "~/account/factors/second-factor.server";
import { type RouteArguments, worldOf } from "~/account/guard.server";
import { CHECK_DETAILS, TOO_MANY_CODES } from "~/account/rules";
import { factorGiven } from "~/account/users.server";
import type { World } from "~/platform/context";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { challenges } from "../table.server";
import { arrive } from "./log-in.server";
import { cancelPendingLogin, type PendingLogin, pendingLoginEnded, requirePendingLogin } from "./pending-logins.server";
import { beginWholeLogin } from "./whole-login.server";

type FinishedLogin =
  | { is: "in"; cookie: string[]; level: number }
  | { is: "refused"; message: string; status: 422 | 429 }
  /** It expired meanwhile, or was completed in another tab: the password is required again. */
  | { is: "ended" };

/** Completes a pending login with the typed code: of the app, or a recovery code. */
export async function finishLogin(
  world: World,
  request: Request,
  half: PendingLogin,
  typed: string,
): Promise<FinishedLogin> {
  const { db, now } = world;
  const taken = await takeSecondFactor(world, half.user_ref, typed, "login");
  if (taken === "locked") return { is: "refused", message: TOO_MANY_CODES, status: 429 };
  if (taken === null) return { is: "refused", message: CHECK_DETAILS, status: 422 };
  // The batch that deletes the pending login takes the user from it: if it was used already, there is no user.
  const still = and(eq(challenges.unique_ref, half.unique_ref), gt(challenges.expires_at, now));
  const cookie = await beginWholeLogin(world, request, {
    userRef: sql<string>`(SELECT ${challenges.user_ref} FROM ${challenges} WHERE ${still})`,
    owner: half.user_ref,
    remember: half.remember,
    secondFactor: true,
    act: "logged-in",
    after: [db.delete(challenges).where(eq(challenges.unique_ref, half.unique_ref)), factorGiven(db, half.user_ref)],
  });
  if (!cookie) return { is: "ended" };
  logAuth("logged-in");
  return { is: "in", cookie, level: half.level };
}

/**
 * The action of the pages that ask for a code.
 * @param asks the form of one code, and Cancel Login
 */
export async function answerCode(args: RouteArguments, asks: typeof codeForm | typeof recoveryForm) {
  const half = await requirePendingLogin(args);
  const form = await readForm(args.request, asks);
  if (!form.ok) return refuse(form.state);
  const { cancel, ...answers } = form.value;
  if (cancel) return cancelPendingLogin(args);
  const [[name, code] = ["", ""]] = Object.entries(answers);
  const login = await finishLogin(worldOf(args), args.request, half, code);
  if (login.is === "ended") return pendingLoginEnded(args.request);
  if (login.is === "refused") return refuse(form.state, { [name]: login.message }, login.status);
  return arrive(login);
}
