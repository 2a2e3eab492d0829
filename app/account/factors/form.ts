import { z } from "zod";
import { choice, chosen, idempotencyKey, text, tick } from "~/platform/http/fields";
import { parseJson } from "~/platform/http/parse-json";
import { secret } from "../fields";

export const codeForm = z.object({ twoFactorCode: secret, cancel: tick() });

export const recoveryForm = z.object({ recoveryCode: secret, cancel: tick() });

/** The next page is in the page's address, not in the form. */
export const reauthenticationForm = z.object({ password: secret, twoFactorCode: secret });

/** Form that turns two-factor on: the page's secret, signed, and the first code made from it. */
export const turnOnForm = z.object({
  setup: text({ name: "setup", max: 300 }),
  twoFactorCode: text({ name: "code", max: 20, empty: "Enter the 6 digits that your app shows" }),
});

/** What a login by password asks for, for users with passkeys: the factor too, unless they choose otherwise. */
function loginAsks() {
  return choice("what a login asks for", ["factor", "password"]).transform((asks) => asks ?? "factor");
}

/** Form of the overview: ending logins of the list, and what a login asks for. */
export const overviewForm = z.object({
  intent: chosen("what to do", ["end", "end-others", "login-asks"]),
  login_ref: text({ name: "login", max: 40 }),
  login_asks: loginAsks(),
});

/** Form that creates new recovery codes, once for each page. */
export const newCodesForm = z.object({ idempotency_key: idempotencyKey });

/** Longer than the response of any authenticator. */
const ANSWER_MAX = 20_000;

function base64url(max: number) {
  return z
    .string("Must be text")
    .max(max, `Must be ${max} characters or fewer`)
    .regex(/^[\w-]+$/, "Must be base64url");
}

/** At most 1023 bytes, according to WebAuthn. */
const credentialId = base64url(1364);

const parts = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key", "Must be public-key"),
  // No extensions are requested, so their results are not read.
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
};

/** The assertion of the specification (3.3), as accepted by the call that logs in with it. */
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

/**
 * Form that first requests a passkey, then sends the one that the browser created, as JSON; null when that is not
 * valid.
 */
export const newPasskeyForm = z.object({
  intent: chosen("what to do", ["begin", "finish"]),
  name,
  // Only for a first passkey.
  login_asks: loginAsks(),
  answer: asJson(attestation),
});

/**
 * Form of a reauthentication on its own page: a passkey's response, as JSON, in place of the typed fields; undefined when there
 * is none.
 */
export const reauthenticationAnswerForm = reauthenticationForm.extend({ answer: asJson(passkeyAssertion).optional() });

function asJson<Schema extends z.ZodType>(schema: Schema) {
  return text({ name: "answer", max: ANSWER_MAX * 3 }).transform((json): z.output<Schema> | null => {
    try {
      return schema.safeParse(parseJson(json)).data ?? null;
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
