import { z } from "zod";
import { ticks } from "~/http/fields";

/** As many as a leave of a year may hold. */
const MOST_SESSIONS = 2_000;

/** Which sessions leave the diary with a leave. */
export const leaveSessionsForm = z.object({ sessions: ticks("the sessions", MOST_SESSIONS) });
