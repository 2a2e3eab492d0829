import { expect, vi } from "vitest";
import type { FaultyServer, Mail } from "./faulty-server";

const PASSWORD = "a long enough password of the drill";

/** A user of one's own, with what a person does while a fault lasts and sends again when it is over. */
export async function makeActor(server: FaultyServer, name: string) {
  const email = `${name}@example.com`;
  const made = await server.ask("/dev/new-user/", { form: { level: "9", email, password: PASSWORD } });
  expect(made.status).toBe(200);
  const { unique_ref: ref, username } = JSON.parse(made.text);
  const { cookie } = made;
  const session = {
    ...{ idempotency_key: crypto.randomUUID().replaceAll("-", "").slice(0, 22), session_date: "24/11/2026" },
    ...{ session_start_time: "08:00", session_end_time: "12:00", pa_calculation_basis: "time_calculated" },
    ...{ site: `Site of ${name}`, description: `Notes of ${name}`, after_save: "" },
  };
  return {
    ref,
    cookie,
    openPage: () => server.ask("/logbook/", { cookie }),
    /** The same form each time. */
    save: () => server.ask("/logbook/session/new/", { cookie, form: session }),
    /** Of what the form makes. */
    savedRows: async () => {
      const found = await server.rows(
        `SELECT count(*) AS n FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.unique_ref = '${ref}'`,
      );
      return found[0]?.n;
    },
    backupsMade: async () => {
      const made = `SELECT unique_ref FROM backups WHERE user_ref = '${ref}' AND state = 'made'`;
      return (await server.rows(made)).length;
    },
    logIn: () => server.ask("/login/", { form: { username, password: PASSWORD } }),
    askForCode: (answers: Record<string, string> = { turnstileToken: `token of ${name}` }) =>
      server.ask("/password/forgot/", { form: { step: "send", email, ...answers } }),
    /** The mails with a code that were handed over to the mailer. */
    codes: async () => (await server.mails()).filter(({ to, subject }: Mail) => to === email && /code/i.test(subject)),
    /** Whoever logs out for want of use: the next form is kept for them. */
    expireLogin: () => server.ask("/dev/expire-login/", { cookie, form: {} }),
  };
}

export type Actor = Awaited<ReturnType<typeof makeActor>>;

/** The form, sent twice, has made one row, whatever became of it before. */
export async function expectSaved(actor: Actor): Promise<void> {
  for (const _ of ["once", "again"]) expect((await actor.save()).status).toBe(302);
  expect(await actor.savedRows()).toBe(1);
}

/** A code arrives: sent twice only under the same key, by which a mailer knows it again. */
export async function expectCode(actor: Actor): Promise<void> {
  await vi.waitUntil(async () => (await actor.codes()).length > 0, { timeout: 15_000, interval: 100 });
  const keys = (await actor.codes()).map(({ headers }) => headers["X-Daybook-Mail"]);
  expect(new Set(keys).size).toBe(1);
}
