import { z } from "zod";
import { text } from "~/platform/http/fields";
import { secret } from "../form";

export const deleteAccountForm = z.object({
  password: secret,
  twoFactorCode: secret,
  /** Which deletion this is: see `deletionRef`. */
  deletion: text({ name: "form", max: 100 }),
});
