import { z } from "zod";
import { choice, chosen, idempotencyKey, text, tick } from "~/platform/http/fields";
import { secret } from "../form";

export const codeForm = z.object({ twoFactorCode: secret, cancel: tick() });

export const recoveryForm = z.object({ recoveryCode: secret, cancel: tick() });

/** Where to go next is part of the page's address, not of what is typed. */
export const reauthenticationForm = z.object({ password: secret, twoFactorCode: secret });

/** Recovery codes as their page carries them. */
const drawn_codes = text({ name: "codes", max: 1000 });

/** Turning two-factor on: the page's secret, signed, and the first code made from it. */
export const turnOnForm = z.object({
  setup: text({ name: "setup", max: 300 }),
  twoFactorCode: text({ name: "code", max: 20, empty: "Enter the 6 digits that your app shows" }),
  drawn_codes,
});

/** What a login by password asks for, of somebody with passkeys: the factor, too, where nothing else is chosen. */
export function loginAsks() {
  return choice("what a login asks for", ["factor", "password"]).transform((asks) => asks ?? "factor");
}

/** The overview: ending logins from their list, and what a login asks for. */
export const overviewForm = z.object({
  intent: chosen("what to do", ["end", "end-others", "login-asks"]),
  login_ref: text({ name: "login", max: 40 }),
  login_asks: loginAsks(),
});

/** Making new recovery codes, once a page. */
export const newCodesForm = z.object({ idempotency_key: idempotencyKey, drawn_codes });

/** A button alone, on a page that says what it does. */
export const confirmForm = z.object({});
