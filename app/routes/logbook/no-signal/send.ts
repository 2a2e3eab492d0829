import { matchPath } from "react-router";
import { requireLevelOfCall } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { lockable } from "~/diary/locks/locked.server";
import { noteWaiting, refuseGone, requireDevice } from "~/diary/no-signal/devices.server";
import { sentEntries } from "~/diary/no-signal/entry";
import type { Post } from "~/diary/no-signal/post-entry.server";
import { takeEntries } from "~/diary/no-signal/take-entries.server";
import { databaseContext } from "~/platform/db/database.server";
import { withCookies } from "~/platform/http/cookies";
import { lastingMessage } from "~/platform/http/flash.server";
import { LARGE_BODY_BYTES, readJson, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import { nowContext } from "~/platform/time/clock";
import { action as editCase } from "../case";
import { action as addCase } from "../case-new";
import { action as logPlanned } from "../planned-log";
import { action as editSession } from "../session";
import { action as addCases } from "../session-cases";
import { action as addSession } from "../session-new";
import type { Route } from "./+types/send";

/** The forms that may wait without signal, by the addresses of their pages. */
const FORMS = {
  "/logbook/session/new/": addSession,
  "/logbook/session/:sessionRef/": editSession,
  "/logbook/session/:sessionRef/cases/": addCases,
  "/logbook/session/:sessionRef/case/new/": addCase,
  "/logbook/session/:sessionRef/case/:caseRef/": editCase,
  "/logbook/planned/:elementRef/:date/": logPlanned,
};

export const loader = () => refuseMethod("POST");

/** Takes what was typed without signal. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const by = context.get(userContext) && requireLevelOfCall("diary", args);
  const sent = await readJson(request, sentEntries, LARGE_BODY_BYTES);
  if (!by) {
    // It is mailed about after some days: whoever logs in again seldom opens the page by themselves.
    const known = await noteWaiting(context.get(databaseContext), sent.device, sent, context.get(nowContext));
    if (known.length === 0) return refuseGone(request, sent.device, sent.waiting);
    return refuseCall("Log in to send what you typed without signal", 401);
  }
  const device = await requireDevice(by, request, sent.device, sent.waiting);
  const { message, undo, ...taken } = await takeEntries(by, device, sent, postWith(args));
  const undoUntil = by.now + UNDO_WINDOW_MS;
  const cookie = message && lastingMessage(request, message, { undo, undoUntil, done: isAnySaved(taken) });
  return Response.json({ ...taken, ...(message && { message }) }, { headers: withCookies([cookie]) });
}

function isAnySaved({ acknowledged }: { acknowledged: { outcome: string }[] }): boolean {
  return acknowledged.some(({ outcome }) => outcome === "saved");
}

/** Sends a form to the action of its page, within the request at hand: with its login, its database and its clock. */
function postWith(args: Route.ActionArgs): Post {
  return (path, fields) => {
    const url = new URL(path, args.url.origin);
    for (const [pattern, action] of Object.entries(FORMS)) {
      const match = matchPath(pattern, url.pathname);
      if (!match || url.origin !== args.url.origin) continue;
      const headers = { Cookie: args.request.headers.get("Cookie") ?? "" };
      const request = new Request(url, { method: "POST", body: new URLSearchParams(fields), headers });
      const asked = { ...args, request, url, params: match.params, pattern };
      return { request, answer: lockable(action as (given: typeof asked) => Promise<unknown>)(asked) };
    }
    return null;
  };
}
