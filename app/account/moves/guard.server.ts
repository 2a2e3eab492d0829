import { data } from "react-router";
import { triggerMessage } from "~/platform/db/columns.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { MOVING_WORDS } from "./table.server";

/** A move takes seconds. */
const RETRY = { "Retry-After": "5" };

const TITLE = "Your account is being moved";
/** Of the page; the title comes after it, on a line of its own. */
const TEXT =
  "Your account is moving to another region, which takes less than a minute. Refresh this page in a moment: you will then be asked to log in again. If a calendar app shows your diary, make a new address for it afterwards, on the Calendar feed page of Your Data.";

/** In place of a login, or of a save that was under way when the move began. */
export const NOT_SAVED_MOVING =
  "Your account is moving to another region, so nothing was saved. Wait a minute, then try again";

/**
 * Answers a request of a user who is being moved. A form that was sent goes on as one whose login has ended: what was
 * entered is kept.
 * @throws Response 503
 */
export function refuseWhileMoving(request: Request): void {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/api/")) throw refuseCall(`${TITLE}: try again in a minute`, 503, RETRY);
  if (request.method === "GET" || request.method === "HEAD") {
    throw data(`${TEXT}\n${TITLE}`, { status: 503, headers: RETRY });
  }
}

/** Whether the database refused a change because the user is being moved. */
export function isMovingError(error: unknown): boolean {
  return triggerMessage(error, MOVING_WORDS) !== null;
}
