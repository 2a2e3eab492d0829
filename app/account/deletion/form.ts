import { z } from "zod";
import { text } from "~/platform/http/fields";
import { secret } from "../fields";

export const deleteAccountForm = z.object({
  password: secret,
  twoFactorCode: secret,
  /** Reference of this deletion: see `deletionRef`. */
  deletion: text({ name: "form", max: 100 }),
});
