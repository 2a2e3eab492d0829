import { createContext, type RouterContextProvider, redirect } from "react-router";
import type { Actor, AppContext } from "~/platform/context";
import { jobsContext, siteContext } from "~/platform/context";
import { vaultContext } from "~/platform/crypto/vault.server";
import { failedAssertion } from "~/platform/db/assertions.server";
import { databaseContext } from "~/platform/db/database.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { nowContext } from "~/platform/time/clock";
import { ACCOUNT_LEVEL, ADMIN_LEVEL, ANONYMOUS_LEVEL, mayOpen, type Screen } from "./levels";
import { hasLoginCookie, LOGIN_ENDED, type SignedInUser, userContext } from "./login/logins.server";

const LOGIN_HAS_ENDED = "Your login has ended. Log in again to continue";
/**
 * Set to true when a request without a login is turned away, for middleware that puts such an object into the context.
 */
export const loginRequiredContext = createContext<{ yes: boolean } | null>(null);

/** How long a reauthentication is valid. */
export const REAUTHENTICATION_VALID_MS = 10 * 60 * 1000;

/** What a loader or an action gets for a user who is logged in and allowed. */
export interface RequestContext extends AppContext, Actor {
  user: SignedInUser;
}

export interface RouteArguments {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** What pages get that visitors may open. */
export function appContextOf({ context }: Pick<RouteArguments, "context">): AppContext {
  return {
    db: context.get(databaseContext),
    vault: context.get(vaultContext),
    jobs: context.get(jobsContext),
    site: context.get(siteContext),
    now: context.get(nowContext),
  };
}

/**
 * The first line of every loader and action that requires a login: they get a database only from it.
 * @throws Response to /login/ for a visitor, to / with the reason for a level that is too low, and to
 * /account/two_factor/ for an administrator whose login has no second factor
 */
export function requireLevel(screen: Exclude<Screen, "anonymous">, args: RouteArguments): RequestContext {
  const { request, context } = args;
  const user = context.get(userContext);
  if (!user) {
    const turnedAway = context.get(loginRequiredContext);
    if (turnedAway) turnedAway.yes = true;
    throw hasLoginCookie(request) ? loginEndedResponse(request) : redirect("/login/");
  }
  if (!mayOpen(screen, user.level)) {
    noteSignal("level-refused", user.unique_ref);
    throw redirectWithMessage(request, "/", "Your account does not include that page", { done: false });
  }
  if (screen !== "factors") requireSecondFactor(request, user);
  return requestContextOf(user, args);
}

/** For a user whose login and level were checked. */
export function requestContextOf(user: SignedInUser, args: RouteArguments): RequestContext {
  const app = appContextOf(args);
  return { ...app, user, userId: user.id, cipher: app.vault.of(user.unique_ref) };
}

/**
 * As `requireLevel`, for a JSON call.
 * @throws Response 403 (specification section 8)
 */
export function requireLevelOfCall(screen: Exclude<Screen, "anonymous">, args: RouteArguments): RequestContext {
  const user = args.context.get(userContext);
  if (!user) throw refuseCall("Log in to make this call", 403);
  if (!mayOpen(screen, user.level)) {
    noteSignal("level-refused", user.unique_ref);
    throw refuseCall("Your account cannot make this call", 403);
  }
  if (lacksSecondFactor(user)) throw refuseCall("An administrator needs a second factor to make this call", 403);
  return requestContextOf(user, args);
}

/** As `levelInJson`, for a login that has just begun with a password, or is pending. */
export function levelAfter(login: { is: "in"; level: number } | { is: "owes-code" }): number {
  return login.is === "in" && login.level !== ADMIN_LEVEL ? login.level : ANONYMOUS_LEVEL;
}

/** A user's level in a JSON call: that of a visitor as long as a second factor is required. */
export function levelInJson(user: Pick<SignedInUser, "level" | "login"> | null): number {
  return user && !lacksSecondFactor(user) ? user.level : ANONYMOUS_LEVEL;
}

/**
 * The user who requests a page that visitors may open too; null for a visitor.
 * @throws Response as `requireLevel` does, for an administrator whose login has no second factor
 */
export function pageUser({ request, context }: RouteArguments): SignedInUser | null {
  const user = context.get(userContext);
  if (!user || user.level <= ANONYMOUS_LEVEL) return null;
  requireSecondFactor(request, user);
  return user;
}

/** Whether an administrator is logged in without a second factor, which all pages except those of factors require. */
export function lacksSecondFactor({ level, login }: Pick<SignedInUser, "level" | "login">): boolean {
  return level === ADMIN_LEVEL && login.second_factor_at === null;
}

/** The level whose menu a logged-in user gets: it has no page that would redirect them. */
export function menuLevel(user: SignedInUser): number {
  return lacksSecondFactor(user) ? ACCOUNT_LEVEL : user.level;
}

/** Whether an administrator has a second factor, but did not log in with it. */
export function skippedOwnFactor(user: SignedInUser): boolean {
  return lacksSecondFactor(user) && (user.has_passkey || user.has_totp);
}

/**
 * As `requireLevel`, for changes of factors. A factor that is set up counts as given: a person who knows only an
 * administrator's password could otherwise add their own.
 * @throws Response also to /account/two_factor/, for an administrator who has a factor and logged in without it
 */
export function requireOwnFactor(args: RouteArguments): RequestContext {
  const context = requireLevel("factors", args);
  if (!skippedOwnFactor(context.user)) return context;
  throw redirectToFactors(args.request, context.user);
}

function requireSecondFactor(request: Request, user: SignedInUser): void {
  if (lacksSecondFactor(user)) throw redirectToFactors(request, user);
}

function redirectToFactors(request: Request, user: SignedInUser): Response {
  const own = user.has_passkey ? "passkey" : "authenticator app";
  const mend = skippedOwnFactor(user) ? `Log out, then log in with your ${own}` : "Set one up to continue";
  return redirectWithMessage(request, "/account/two_factor/", `An administrator needs a second factor. ${mend}`, {
    done: false,
  });
}

/**
 * As `requireLevel`, for pages and actions that require reauthentication.
 * @throws Response also to /account/confirm/, which leads back to `next`, a path of this site
 */
export function requireReauthentication(
  screen: Exclude<Screen, "anonymous">,
  args: RouteArguments,
  next: string,
): RequestContext {
  const context = screen === "factors" ? requireOwnFactor(args) : requireLevel(screen, args);
  if (!isReauthenticated(context.user, context.now))
    throw redirect(`/account/confirm/?next=${encodeURIComponent(next)}`);
  return context;
}

export function isReauthenticated({ login }: SignedInUser, now: number): boolean {
  return now - login.reauthenticated_at < REAUTHENTICATION_VALID_MS;
}

/** The response to a user whose login has ended. */
export function loginEndedResponse(request: Request): Response {
  return redirectWithMessage(request, "/login/", LOGIN_HAS_ENDED, { done: false });
}

/**
 * For the `catch` of a batch with a line of `auditLineBy`: an ended login must not complete a change.
 * @throws Response to /login/ if the login in use was ended meanwhile; any other error unchanged
 */
export function rejectEndedLogin(request: Request): (error: unknown) => never {
  return (error) => {
    if (failedAssertion(error) !== LOGIN_ENDED) throw error;
    noteSignal("ended-login-refused");
    throw loginEndedResponse(request);
  };
}
