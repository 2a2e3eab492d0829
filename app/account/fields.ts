import { z } from "zod";
import { text } from "~/platform/http/fields";

/** A password is taken exactly as typed: nothing is trimmed, removed or truncated. */
export const secret = z
  .unknown()
  .optional()
  .transform((input) => (typeof input === "string" ? input : ""));

/** Addresses that mail can be sent to: without quotes, lists, and names beside the address. */
const ADDRESS =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

export function emailAddress(empty: string) {
  return text({ name: "email address", max: 254, empty }).superRefine((value, context) => {
    if (!ADDRESS.test(value)) {
      context.addIssue("Enter an email address in the correct format, like name@example.com");
    }
  });
}

export function addError(context: z.RefinementCtx, field: string, message: string) {
  context.addIssue({ code: "custom", path: [field], message });
}
