import type { data } from "react-router";
import type { z } from "zod";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { type ReadForm, readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, type Refusal } from "~/platform/http/refusal.server";
import { type RequestContext, type RouteArguments, requireLevel } from "./guard.server";
import type { Screen } from "./levels";

type Sent<Value> = Extract<ReadForm<Value>, { ok: true }>;

/** What a save did, and where it leads and what it says where the route does not say it for all of them. */
type Done = { to?: string; message?: string } & (
  | { undo?: string | null; refusal?: never }
  | { refusal: Refusal; undo?: never }
);

interface Leading<Args> {
  to?: string | ((args: Args) => string);
  message?: string;
  /** Finds the row that the address names, or throws 404: faulty answers about no row are not shown again. */
  of?: (by: RequestContext, args: Args) => Promise<unknown>;
}

/**
 * The action of a route that saves: who may, which form, what saves it, and where that leads. What `save` answers
 * itself, as a response or with data for the page, goes out as it is.
 */
export function saves<Schema extends z.ZodType, Args extends RouteArguments, Shown extends ActionResult = never>(
  screen: Exclude<Screen, "anonymous">,
  schema: Schema,
  save: (
    by: RequestContext,
    sent: Sent<z.output<Schema>>,
    args: Args,
  ) => Promise<Done | Response | ReturnType<typeof data<Shown>>>,
  { to = "/", message = "Saved", of }: Leading<Args> = {},
) {
  return async (args: Args) => {
    const by = requireLevel(screen, args);
    const sent = await readForm(args.request, schema);
    if (!sent.ok) {
      await of?.(by, args);
      return refuse(sent.state);
    }
    const done = await save(by, sent, args);
    if (done instanceof Response || "init" in done) return done;
    if (done.refusal) return answerRefusal(sent.state, done.refusal);
    const path = done.to ?? (typeof to === "string" ? to : to(args));
    return redirectWithMessage(args.request, path, done.message ?? message, { undo: done.undo ?? null });
  };
}
