import { z } from "zod";
import { accountDeletedContext } from "~/account/deletion/delete-account.server";
import { clearedStores } from "~/account/login/log-out.server";
import { endedLoginContext, loginOfResponse, userContext } from "~/account/login/logins.server";
import { formStoreContext } from "~/platform/context";
import { cookieOfResponse, LOGIN_COOKIE, NO_SIGNAL_COOKIE, writeCookie } from "~/platform/http/cookies";
import { hasTyped, SETUP_SECRET } from "~/platform/http/field-names";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { logError } from "~/platform/http/log";
import { readForm } from "~/platform/http/read-form.server";
import { pathAndQuery } from "~/platform/http/request-path";
import type { FormDraft } from "~/ui/forms/form-state";
import { appContextOf, loginRequiredContext, type RouteArguments } from "../guard.server";
import {
  dropFormDraft,
  type FormDraftContext,
  findFormDraft,
  formDraftContext,
  hasFormDraft,
  type KeptDraft,
  saveFormDraft,
} from "./form-drafts.server";

/** The bytes of a file that a page carries: a file is stored only once its user confirms it. */
const CARRIED_FILE = "file_bytes";

/**
 * Pages of buttons, whose forms are not kept: a login does not lead back to them, because they require reauthentication
 * first.
 */
const BUTTONS_ONLY = "/admin/";

const FILE_NOT_SAVED = "Your login has ended and the file was not kept. Log in again, then choose the file again";
const DRAFT_NOT_SAVED =
  "Your login has ended and what you entered could not be kept. Log in again, then enter it again";
const DRAFT_SAVED = "Your login has ended. What you entered is kept for an hour: log in again to get it back";
const DRAFT_REPLACED = `${DRAFT_SAVED}. It takes the place of another form, which is no longer kept`;

interface Asking extends RouteArguments {
  url: URL;
}

/**
 * Middleware: clears the browser's stores when a login ends, so that the next user of a shared computer does not find
 * the last user's pages in them.
 */
export async function clearBrowserStores(
  { request, context }: Asking,
  next: () => Promise<Response>,
): Promise<Response> {
  const response = await next();
  if (cookieOfResponse(request, response, LOGIN_COOKIE) === "") {
    const isDeleted = context.get(accountDeletedContext);
    response.headers.set("Clear-Site-Data", clearedStores(request, isDeleted));
    if (isDeleted) response.headers.append("Set-Cookie", writeCookie(request, NO_SIGNAL_COOKIE, "", 0));
  }
  return response;
}

/**
 * Middleware: keeps the form of a user whose login had expired when they sent it. It comes back once the same user has
 * logged in again, and is deleted when it is sent, at a logout, at another user's login, and after an hour. Costs
 * nothing otherwise.
 */
export async function keepFormDraft(asking: Asking, next: () => Promise<Response>): Promise<Response> {
  const { request, context } = asking;
  const world = { ...appContextOf(asking), forms: context.get(formStoreContext) };
  const kept = hasFormDraft(request) ? await ignoringFailure(findFormDraft(world, request)) : null;
  const user = context.get(userContext);
  // No owner is not another owner: the store may not show here yet what was written at another location.
  const foreign = kept?.owner !== undefined && kept.owner !== null && user !== null && kept.owner !== user.unique_ref;
  const cookie = foreign ? await ignoringFailure(dropFormDraft(world, request)) : null;
  if (kept && user && !foreign) context.set(formDraftContext, kept.draft);

  const response = await nextOrSaveDraft(asking, world, kept, next);
  if (kept && !foreign) await ignoringFailure(updateDraft(asking, world, kept, response));
  if (cookie) response.headers.append("Set-Cookie", cookie);
  return response;
}

/**
 * A failure of the store may lose the draft in it, but never the page's response: the request may have saved something.
 */
async function ignoringFailure<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    logError(error);
    return null;
  }
}

/**
 * The response of the page; or, if it turned away a form whose user is known, a redirect to the login with the form
 * kept.
 */
async function nextOrSaveDraft(
  { request, context, url }: Asking,
  world: FormDraftContext,
  kept: KeptDraft | null,
  next: () => Promise<Response>,
) {
  const ended = context.get(endedLoginContext);
  if (!ended || request.method !== "POST" || url.pathname.startsWith(BUTTONS_ONLY)) return next();
  const copy = request.clone() as Request;
  const turnedAway = { yes: false };
  context.set(loginRequiredContext, turnedAway);
  const response = await next();
  const form = turnedAway.yes ? await readAnswers(copy) : null;
  if (!form || form === "file") {
    await copy.body?.cancel().catch(() => {});
    return form === "file" ? redirectWithMessage(request, "/login/", FILE_NOT_SAVED, { done: false }) : response;
  }
  const path = pathAndQuery(url);
  const cookie = await ignoringFailure(saveFormDraft(world, request, ended.user_ref, { path, form }));
  if (!cookie) return redirectWithMessage(request, "/login/", DRAFT_NOT_SAVED, { done: false });
  const isSecond = kept?.owner === ended.user_ref && kept.draft.path !== path;
  return redirectWithMessage(request, "/login/", isSecond ? DRAFT_REPLACED : DRAFT_SAVED, {
    headers: new Headers({ "Set-Cookie": cookie }),
    done: false,
  });
}

/** Applies the response to the draft: it may be a login, a logout, or the answer to the draft, which was sent. */
async function updateDraft(
  { request, context, url }: Asking,
  world: FormDraftContext & Pick<ReturnType<typeof appContextOf>, "db">,
  kept: KeptDraft,
  response: Response,
) {
  const login = await loginOfResponse(world.db, request, response);
  const drop = async () => {
    response.headers.append("Set-Cookie", await dropFormDraft(world, request));
  };
  if (login === "ended") return drop();
  if (context.get(userContext)) {
    const sent = request.method === "POST" && response.status < 500;
    // One that was left is still on its device, sealed: what opened it is needed once.
    const isShown = kept.draft?.why !== undefined;
    if ((sent || isShown) && kept.draft?.path === pathAndQuery(url)) await drop();
    return;
  }
  if (!login) return;
  if (kept.owner !== null && login.user_ref !== kept.owner) return drop();
  // After a login on any page, lead to the form that was kept.
  if (kept.draft && response.headers.has("Location")) response.headers.set("Location", kept.draft.path);
}

/**
 * Reads text fields without secrets; "file" for a form with a file; null when nothing is left, or it is not a form of a
 * page.
 */
async function readAnswers(request: Request): Promise<FormDraft["form"] | "file" | null> {
  const bringsFile = request.headers.get("Content-Type")?.startsWith("multipart/form-data") ?? false;
  try {
    const form = await readForm(request, z.record(z.string(), z.unknown()));
    const files = form.ok ? Object.values(form.value).flat() : [];
    if (CARRIED_FILE in form.state.values || files.some((each) => each instanceof File && each.size > 0)) return "file";
    const answers = Object.entries(form.state.values).filter(([name]) => name !== SETUP_SECRET);
    const values = Object.fromEntries(answers);
    return hasTyped(values) ? { values, errors: {} } : null;
  } catch (refused) {
    // A form with text only is never that long.
    if (refused instanceof Response) return bringsFile && refused.status === 413 ? "file" : null;
    throw refused;
  }
}
