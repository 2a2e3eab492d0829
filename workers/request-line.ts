import type { Vault } from "~/platform/crypto/vault.server";
import { answerFailure } from "~/platform/http/failure.server";
import { logError, logRequest, logSecurity } from "~/platform/http/log";
import { type Note, withNote } from "~/platform/http/request-note.server";
import { withSecurityHeaders } from "~/platform/http/security-headers";
import { pathOf, sourceOf } from "./copies";

/**
 * Answers a request, and logs one line of it, whatever becomes of it. The answer gets the id of the line, and all headers
 * of security. What nothing else has caught is answered in words with the id.
 * @param vault under whose key the log names people
 */
export function withRequestLine(
  request: Request,
  vault: () => Vault,
  answer: () => Promise<Response>,
): Promise<Response> {
  return withNote(async (note) => {
    const started = performance.now();
    const response = await answer().catch((error: unknown) => {
      logError(error);
      return answerFailure(request);
    });
    const ms = Math.round(performance.now() - started);
    await logEvents(note, vault);
    logRequest({ ...note, method: request.method, status: response.status, ms });
    const answered = withSecurityHeaders(response);
    answered.headers.set("X-Request-Id", note.id);
    if (note.isSignedIn && mayTellTimes(request)) {
      answered.headers.set("Server-Timing", `db;desc="${note.trips} trips", total;dur=${ms}`);
    }
    return answered;
  });
}

/** At any other address what was done may depend on somebody else's account, which must not show. */
function mayTellTimes(request: Request): boolean {
  return sourceOf(request.method, pathOf(new URL(request.url))) !== "primary";
}

/** Does the work of a queue or a cron, whose lines have an id of their own, and logs what it means for security. */
export function withRunLines(vault: () => Vault, work: () => Promise<void>): Promise<void> {
  return withNote(async (note) => {
    try {
      await work();
    } finally {
      await logEvents(note, vault);
    }
  });
}

/** Whoever is named is the same in all lines, until the key is replaced: 108 bits of a signature, which tells no name. */
async function logEvents({ id: request, events }: Note, vault: () => Vault): Promise<void> {
  const named = async (ref: string | null) => ref && (await vault().sign(SUBJECT, ref)).split(".").at(-1)?.slice(0, 18);
  try {
    for (const { event, subject, about } of events) {
      const other = about === undefined ? {} : { about: await named(about) };
      logSecurity({ request, event, subject: (await named(subject)) ?? null, ...other });
    }
  } catch (error) {
    logError(error);
  }
}

const SUBJECT = "log-subject";
