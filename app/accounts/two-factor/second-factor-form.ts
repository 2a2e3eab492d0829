import { z } from "zod";
import { tick } from "~/http/fields";
import { secret } from "../form";

/** What never travels back in a page. */
export const CODE_SECRETS = ["twoFactorCode"];
export const RECOVERY_SECRETS = ["recoveryCode"];
export const PROOF_SECRETS = ["password", "twoFactorCode"];

export const codeForm = z.object({ twoFactorCode: secret, cancel: tick() });

export const recoveryForm = z.object({ recoveryCode: secret, cancel: tick() });

/** Where to go next is part of the page's address, not of what is typed. */
export const proofForm = z.object({ password: secret, twoFactorCode: secret });
