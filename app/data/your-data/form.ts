import { z } from "zod";
import { secret } from "~/account/form";
import { chosen, text } from "~/platform/http/fields";
import { takesNoRoom } from "~/platform/http/form-schemas";

/** Names of what can go by itself. */
export const PARTS = ["cases", "imports"] as const;
export type Part = (typeof PARTS)[number];

const COUNTS = "Open this page again to see what goes";

export const deleteSomeForm = takesNoRoom(
  z.object({
    part: chosen("what to delete", PARTS),
    password: secret.refine((password) => password !== "", "Enter your password"),
    twoFactorCode: secret,
    /** What the page said would go, see `countsText`. */
    shown: text({ name: "counts", max: 60, empty: COUNTS }),
  }),
);
