import type { SignedInUser } from "~/account/login/logins.server";
import type { FormState } from "~/platform/http/action-result";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as options from "~/routes/api/auth/get-authentication-options";
import * as login from "~/routes/api/auth/login-with-passkey";
import { type SoftwarePasskey, softwarePasskey } from "./authenticator";
import { call, cookiesOf, load, makeUser, NOW, submit } from "./harness";

export interface Options {
  challenge: string;
  rpId: string;
}

/** Asks for a new passkey, as its page does. */
export async function begin(user: SignedInUser, name = "Work laptop") {
  const form = { intent: "begin", name };
  const begun = await submit<{ options: Options & { user: { id: string } } }>(passkeyNew.action, form, { user });
  return begun.data.options;
}

/** The answer of a new passkey, as its page sends it on. */
export async function makeAttestation(user: SignedInUser): Promise<string> {
  const options = await begin(user);
  return JSON.stringify(await (await softwarePasskey(options.user.id)).attest(options));
}

/** Adds a passkey to a user's account. */
export async function enrolPasskey(
  user: SignedInUser,
  spoil: Parameters<SoftwarePasskey["attest"]>[1] = {},
  name = "Work laptop",
) {
  const options = await begin(user, name);
  const passkey = await softwarePasskey(options.user.id);
  const answer = JSON.stringify(await passkey.attest(options, spoil));
  const added = await submit<{ form: FormState }>(passkeyNew.action, { intent: "finish", name, answer }, { user });
  return { passkey, added };
}

export async function makePasskeyUser(level = 9, spoil = {}) {
  const user = await makeUser(level);
  const { passkey } = await enrolPasskey(user, spoil);
  return { user, passkey };
}

/** What a browser has before it logs in: options and the cookies that came with them. */
export async function ask(now = NOW) {
  const asked = await load<Options>(options.loader, { user: null, now });
  return { options: asked.data, cookies: cookiesOf(asked), headers: asked.headers };
}

export async function send(answer: unknown, cookies: string, now = NOW) {
  const token = /csrftoken=([^;]*)/.exec(cookies)?.[1] ?? "";
  const request = new Request("http://daybook.test/api/auth/login_with_passkey/", {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookies, "X-CSRFToken": token },
    body: JSON.stringify(answer),
  });
  return call<{ success?: boolean }>(login.action, request, { user: null, now });
}
