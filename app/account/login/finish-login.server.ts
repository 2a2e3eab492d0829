import { and, eq, exists, gt, sql } from "drizzle-orm";
import type { codeForm, recoveryForm } from "~/account/factors/form";
import { consumeSecondFactor } from "~/account/factors/second-factor.server";
import { appContextOf, type RouteArguments } from "~/account/guard.server";
import { CHECK_DETAILS, TOO_MANY_CODES } from "~/account/rules";
import { clearFactorRequirement } from "~/account/users.server";
import type { AppContext } from "~/platform/context";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { redirectToSuspended } from "../suspension/pass.server";
import { codes } from "../table.server";
import { beginCompletedLogin } from "./completed-login.server";
import { redirectAfterLogin } from "./log-in.server";
import {
  cancelPendingLogin,
  type PendingLogin,
  pendingLoginEndedResponse,
  requirePendingLogin,
} from "./pending-logins.server";

type SecondFactorLogin =
  | { is: "in"; cookie: string[]; level: number }
  | { is: "suspended"; cookie: string[] }
  | { is: "refused"; message: string; status: 422 | 429 }
  /** It expired meanwhile, or was completed in another tab: the password is required again. */
  | { is: "ended" };

/** Completes a pending login with the typed code: of the app, or a recovery code. */
export async function finishLogin(
  app: AppContext,
  request: Request,
  half: PendingLogin,
  typed: string,
): Promise<SecondFactorLogin> {
  const { db, now } = app;
  const taken = await consumeSecondFactor(app, half.user_ref, typed, "login");
  if (taken === "locked") return { is: "refused", message: TOO_MANY_CODES, status: 429 };
  if (taken === null) return { is: "refused", message: CHECK_DETAILS, status: 422 };
  // The batch deletes the pending login: one that was used already opens nothing.
  const isOpen = and(eq(codes.unique_ref, half.unique_ref), gt(codes.expires_at, now));
  const begun = await beginCompletedLogin(app, request, {
    userRef: half.user_ref,
    still: exists(db.select({ one: sql`1` }).from(codes).where(isOpen)),
    remember: half.remember,
    secondFactor: true,
    act: "logged-in",
    after: [db.delete(codes).where(eq(codes.unique_ref, half.unique_ref)), clearFactorRequirement(db, half.user_ref)],
  });
  if (!begun) return { is: "ended" };
  if (begun.is === "suspended") return { is: "suspended", cookie: begun.cookie };
  return { is: "in", cookie: begun.cookie, level: half.level };
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
  const login = await finishLogin(appContextOf(args), args.request, half, code);
  if (login.is === "ended") return pendingLoginEndedResponse(args.request);
  if (login.is === "refused") return refuse(form.state, { [name]: login.message }, login.status);
  return login.is === "suspended" ? redirectToSuspended(login.cookie) : redirectAfterLogin(login);
}
