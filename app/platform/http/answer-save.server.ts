import type { FormState } from "./action-result";
import { redirectWithMessage } from "./flash.server";
import { answerRefusal, type Refusal } from "./refusal.server";

/** A save: what undoes it, or why nothing was written. */
export type Saved = { undo: string | null; refusal?: never } | { refusal: Refusal; undo?: never };

/** The answer of an action that saved: on to `path` with a message and its Undo, or the page again with its refusal. */
export function answerSave(request: Request, state: FormState, saved: Saved, path: string, message: string) {
  return saved.refusal ? answerRefusal(state, saved.refusal) : redirectWithMessage(request, path, message, saved);
}

/** The refusal of answers that their schema let through; null without one. */
export function refusedFor(errors: Record<string, string>): Saved | null {
  return Object.keys(errors).length > 0 ? { refusal: { errors, status: 422 } } : null;
}
