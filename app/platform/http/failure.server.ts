import type { ServerBuild } from "react-router";
import { logError } from "./log";
import { refuseCall } from "./read-json.server";
import { currentNote } from "./request-note.server";

/** The answer where something unexpected failed: nothing of the error, only the id under which the log tells of it. */
export function answerFailure(request: Request): Response {
  // `referenceIn` (ui/failure.tsx) reads the end of it.
  const words = `Something went wrong. Try again in a minute. If it happens again, contact support and give this reference: ${currentNote()?.id}`;
  if (new URL(request.url).pathname.startsWith("/api/")) return refuseCall(words, 500);
  return new Response(words, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/**
 * The routes of a build, of which an unexpected error is logged where it is thrown, and becomes `answerFailure`. React
 * Router itself would send the browser an error without anything of ours, and so without the id.
 */
export function withReferences(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const wrapped = Object.entries(routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action, middleware } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: referring(loader) }),
      ...(action && { action: referring(action) }),
      ...(middleware && { middleware: middleware.map(referring) }),
    };
    return [id, { ...route, module }];
  });
  return Object.fromEntries(wrapped);
}

function referring<Args extends [{ request: Request }, ...unknown[]], Answer>(handler: (...args: Args) => Answer) {
  return async (...args: Args): Promise<Awaited<Answer>> => {
    try {
      return await handler(...args);
    } catch (error) {
      const [{ request }] = args;
      // What is no error is an answer: a redirect, a refusal. Whoever has left is told nothing.
      if (!(error instanceof Error) || request.signal.aborted) throw error;
      logError(error);
      throw answerFailure(request);
    }
  };
}
