import { z } from "zod";
import { secret } from "~/account/form";
import { chosen } from "~/platform/http/fields";

/** What comes before the file. */
export const backupImportForm = z
  .object({
    way: chosen("what to do", ["add", "replace"], "Choose whether to add or to replace"),
    password: secret,
    twoFactorCode: secret,
  })
  .superRefine(({ way, password }, context) => {
    if (way !== "replace" || password !== "") return;
    context.addIssue({ code: "custom", path: ["password"], message: "Enter your password" });
  });
