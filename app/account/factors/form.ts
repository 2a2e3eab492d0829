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
function loginAsks() {
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

/** Far beyond the answer of any authenticator. */
const ANSWER_MAX = 20_000;

function base64url(max: number) {
  return z
    .string("Must be text")
    .max(max, `Must be ${max} characters or fewer`)
    .regex(/^[\w-]+$/, "Must be base64url");
}

/** At most 1023 bytes, says WebAuthn. */
const credentialId = base64url(1364);

const parts = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key", "Must be public-key"),
  // Nothing is asked of extensions, so nothing of theirs is read.
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
};

/** The assertion of the specification (3.3), as the call that logs in with it takes it. */
export const passkeyAssertion = z.object({
  ...parts,
  response: z.object({
    authenticatorData: base64url(ANSWER_MAX),
    clientDataJSON: base64url(ANSWER_MAX),
    signature: base64url(ANSWER_MAX),
    userHandle: base64url(200).nullish(),
  }),
});

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

const attestation = z.object({
  ...parts,
  response: z.object({
    attestationObject: base64url(ANSWER_MAX),
    clientDataJSON: base64url(ANSWER_MAX),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});

export type PasskeyAttestation = z.output<typeof attestation>;

const name = text({ name: "name", max: 60, empty: "Enter a name for the passkey" });

/** Asks for a passkey to be made, then brings what the browser made, as JSON; null when that cannot be read. */
export const newPasskeyForm = z.object({
  intent: chosen("what to do", ["begin", "finish"]),
  name,
  // Of a first passkey only.
  login_asks: loginAsks(),
  answer: asJson(attestation),
});

/** The step-up: a passkey's answer, as JSON, in place of what is typed; undefined where there is none. */
export const stepUpForm = reauthenticationForm.extend({ answer: asJson(passkeyAssertion).optional() });

function asJson<Schema extends z.ZodType>(schema: Schema) {
  return text({ name: "answer", max: ANSWER_MAX * 3 }).transform((json): z.output<Schema> | null => {
    try {
      return schema.safeParse(JSON.parse(json)).data ?? null;
    } catch {
      return null;
    }
  });
}

export const passkeyForm = z.discriminatedUnion(
  "intent",
  [z.object({ intent: z.literal("rename"), name }), z.object({ intent: z.literal("remove") })],
  "Press one of the buttons on this page",
);
