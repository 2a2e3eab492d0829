import { z } from "zod";
import { ADMIN_LEVEL } from "~/account/levels";
import { SUSPENSION_REASONS, type SuspensionReason } from "~/mail/contents";
import { choice, chosen, number, text } from "~/platform/http/fields";

const REFERENCE_MAX = 40;

/** The levels that a user may have, as text. */
export const LEVELS = Array.from({ length: ADMIN_LEVEL }, (_, n) => String(n + 1));

/** Posted, since no address may contain names or email addresses of people. */
export const findUsersForm = z.object({
  find: text({ name: "what to find", max: 200, empty: "Enter part of a username, a name or an email address" }),
  after: text({ name: "place", max: REFERENCE_MAX }),
});

const USER_ACTS = ["level", "logins", "verification", "suspend", "lift", "export"] as const;
/** Why an account may be suspended. */
export const REASONS = Object.keys(SUSPENSION_REASONS) as SuspensionReason[];

export const userActForm = z
  .object({
    intent: chosen("what to do", USER_ACTS),
    level: choice("a level", LEVELS),
    reason: choice("a reason", REASONS),
    version: number({ name: "version", min: 1, max: Number.MAX_SAFE_INTEGER, places: 0 }),
  })
  .transform(({ intent, level, reason, version }, context) => {
    if (intent === "suspend" || intent === "lift" || intent === "export") {
      if (intent === "suspend" && reason === null) {
        context.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason" });
      }
      if (version === null) context.addIssue("Reload this page, then press the button again");
      return { intent, reason: reason as SuspensionReason, version: version ?? 0 };
    }
    if (intent !== "level") return { intent };
    if (level === null) context.addIssue({ code: "custom", path: ["level"], message: "Choose a level" });
    if (version === null) context.addIssue("Reload this page, then choose the level again");
    return { intent, level: Number(level), version: version ?? 0 };
  });

/** See `retryFailed`. */
export const retryForm = z.object({
  retry: text({ name: "what to retry", max: 100, empty: "Reload this page, then press the button again" }),
});
