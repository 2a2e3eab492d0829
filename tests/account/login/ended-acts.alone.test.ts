import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { passkeysOf } from "~/account/factors/passkeys/passkeys.server";
import { newTotpSetup, totpCode } from "~/account/factors/totp.server";
import { ADMIN_LEVEL } from "~/account/levels";
import type { SignedInUser } from "~/account/login/logins.server";
import { newRef } from "~/platform/db/columns.server";
import * as off from "~/routes/account/authenticator-off";
import * as app from "~/routes/account/authenticator-set-up";
import * as deletion from "~/routes/account/delete-account";
import * as passkey from "~/routes/account/passkey";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as codes from "~/routes/account/recovery-codes";
import * as overview from "~/routes/account/two-factor";
import * as email from "~/routes/email/email-change";
import * as password from "~/routes/password/change";
import { db, NOW, signInAs, submit, vault } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";
import { enrolPasskey, makeAttestation } from "../../support/passkeys";
import { addTotp, endLoginOf } from "../../support/two-factor";

const NEW = "velvet harbour compass";
const ADDRESS = "new@example.com";
const TABLES = ["totp", "recovery_codes", "passkeys", "codes", "outbox", "audit", "logins"];

/** All that is kept of a user, as it stands. */
async function keptOf({ unique_ref }: SignedInUser) {
  const selects = TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE user_ref = ?`).bind(unique_ref));
  const user = env.DB.prepare("SELECT * FROM users WHERE unique_ref = ?").bind(unique_ref);
  return (await env.DB.batch([user, ...selects])).map(({ results }) => results);
}

/** A database in which a user's login is ended just before what it does is put on record. */
function endingDatabase(user: SignedInUser) {
  const seen: { before?: unknown } = {};
  const database = new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: Parameters<typeof db.batch>[0]) => {
        const isAct = list.some((each) => (each as { toSQL?(): { sql: string } }).toSQL?.().sql.includes('"audit"'));
        if (isAct) {
          await endLoginOf(user);
          seen.before = await keptOf(user);
        }
        return target.batch(list);
      };
    },
  });
  return { database, seen };
}

interface Act {
  is: string;
  route: { action: (args: never) => unknown };
  prepare?: (user: SignedInUser) => Promise<Partial<SignedInUser>>;
  fields?: (user: SignedInUser) => Promise<Record<string, string>>;
  params?: (user: SignedInUser) => Promise<Record<string, string>>;
  level?: number;
}

const withTotp = async ({ unique_ref }: SignedInUser) => {
  await addTotp(unique_ref);
  return { has_totp: true };
};

async function withPasskeys(user: SignedInUser) {
  await enrolPasskey(user);
  await enrolPasskey(user);
  return { has_passkey: true };
}

async function passkeyOf({ unique_ref }: SignedInUser) {
  const [first] = await passkeysOf(db, unique_ref);
  return { passkeyRef: first?.unique_ref ?? "" };
}

const removal = {
  route: passkey,
  params: passkeyOf,
  fields: async () => ({ intent: "remove" }),
  prepare: withPasskeys,
};

const acts: Act[] = [
  {
    is: "a new password",
    route: password,
    fields: async () => ({ password: PASSWORD, password1: NEW, password2: NEW }),
  },
  {
    is: "a new address",
    route: email,
    fields: async () => ({ new_email: ADDRESS, new_email_confirm: ADDRESS, password: PASSWORD }),
  },
  { is: "a deletion", route: deletion, fields: async () => ({ password: PASSWORD }) },
  {
    is: "an authenticator app",
    route: app,
    fields: async (user) => {
      const { token, secret } = await newTotpSetup(vault, user, NOW);
      return { setup: token, twoFactorCode: totpCode(secret.replaceAll(" ", ""), NOW) };
    },
  },
  { is: "an authenticator app taken off", route: off, prepare: withTotp },
  {
    is: "new recovery codes",
    route: codes,
    prepare: withTotp,
    fields: async () => ({ idempotency_key: newRef() }),
  },
  {
    is: "the password alone",
    route: overview,
    prepare: withPasskeys,
    fields: async () => ({ intent: "login-asks", login_asks: "password" }),
  },
  {
    is: "a new passkey",
    route: passkeyNew,
    fields: async (user) => ({ intent: "finish", name: "Phone", answer: await makeAttestation(user) }),
  },
  { is: "a passkey taken off", ...removal },
  { is: "an administrator's passkey taken off", ...removal, level: ADMIN_LEVEL },
  { is: "an end to all other logins", route: overview, fields: async () => ({ intent: "end-others", login_ref: "" }) },
  {
    is: "an end to one login",
    route: overview,
    fields: async ({ login }) => ({ intent: "end", login_ref: login.unique_ref }),
  },
];

test.each(acts)("nothing is written of what a login began that is ended meanwhile: $is", async (act) => {
  const made = await makeMember(act.level);
  const user = { ...made, ...(await act.prepare?.(made)) };
  await signInAs(user.unique_ref);
  const params = (await act.params?.(user)) ?? {};
  const fields = (await act.fields?.(user)) ?? {};
  const { database, seen } = endingDatabase(user);
  const answer = await submit(act.route.action, fields, { user, params, database });
  expect([answer.status, answer.location]).toEqual([302, "/login/"]);
  expect(seen.before).toBeDefined();
  expect(await keptOf(user)).toEqual(seen.before);
});
