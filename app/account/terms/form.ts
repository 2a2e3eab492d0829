import { z } from "zod";
import { number, text } from "~/platform/http/fields";

/** Form of the button that accepts the terms. */
export const termsForm = z.object({
  version: number({ name: "version", min: 0, max: Number.MAX_SAFE_INTEGER, places: 0 }),
  next: text({ name: "page", max: 300 }),
});
