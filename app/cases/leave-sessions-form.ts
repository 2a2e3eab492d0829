import { z } from "zod";
import { ticks } from "~/http/fields";
import { takesNoRoom } from "~/http/room";

/** As many as a leave of a year may hold. */
const MOST_SESSIONS = 2_000;

/** Which sessions leave the diary with a leave. */
export const leaveSessionsForm = takesNoRoom(z.object({ sessions: ticks("the sessions", MOST_SESSIONS) }));
