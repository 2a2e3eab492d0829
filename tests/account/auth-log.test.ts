import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ACTS, auditLine, auditLineBy } from "~/account/audit.server";
import { checkBot } from "~/account/bot-check/bot-check.server";
import { writeVerification } from "~/account/email/verifications.server";
import { verifyEmail } from "~/account/email/verify-email.server";
import { requireLevel } from "~/account/guard.server";
import { signUp } from "~/account/sign-up/make-account.server";
import { users } from "~/account/table.server";
import { adminLine } from "~/admin/audit.server";
import { newRef } from "~/platform/db/columns.server";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { openDatabase } from "~/platform/db/database.server";
import { refuseCrossSite, requireCsrf } from "~/platform/http/csrf.server";
import { type SecurityEvent, SIGNALS, withNote } from "~/platform/http/request-note.server";
import operations from "../../docs/operations.md?raw";
import { withRequestLine } from "../../workers/request-line";
import { contextOf, makeUser, NOW, openLoginOf, vault } from "../support/harness";
import { codeSentTo } from "../support/letters";
import { appContext } from "../support/two-factor";

const request = new Request("http://daybook.test/signup/", { method: "POST" });
/** As the Worker opens it: what is committed there, the log may say. */
const counted = openDatabase(countedDatabase(env.DB));
const app = () => ({ ...appContext(), db: counted });

/** What is said of security while something runs. */
function saidBy(run: () => unknown): Promise<SecurityEvent[]> {
  return withNote(async (note) => {
    await run();
    return note.events;
  });
}

test("what no audit line records is said as it happens", async () => {
  const tooLong = { token: "x".repeat(3000), fingerprint: "" };
  expect(await saidBy(() => checkBot(app(), request, tooLong, "sign-up"))).toEqual([
    { event: "bot-check-refused", subject: null },
  ]);
  const foreign = new Request("http://daybook.test/leave/", {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  expect(await saidBy(() => refuseCrossSite(foreign))).toEqual([{ event: "cross-site-refused", subject: null }]);
  expect(await saidBy(() => requireCsrf(foreign, vault).catch(() => {}))).toEqual([
    { event: "csrf-refused", subject: null },
  ]);
  const user = await makeUser(4);
  const open = () => {
    expect(() => requireLevel("admin", { request: foreign, context: contextOf(user) })).toThrow();
  };
  expect(await saidBy(open)).toEqual([{ event: "level-refused", subject: user.unique_ref }]);
});

test("an act that is recorded is said once its line is committed", async () => {
  const { unique_ref: userRef } = await makeUser();
  const address = `${newRef().toLowerCase()}@example.com`;
  await counted.batch(
    (await writeVerification(app(), { userRef, username: "somebody", address, owner: null })).statements,
  );
  const code = await codeSentTo(userRef);
  expect(await saidBy(() => verifyEmail(app(), code))).toEqual([{ event: "email-verified", subject: userRef }]);
  expect(await saidBy(() => verifyEmail(app(), code))).toEqual([]);

  const answers = {
    first_name: "First",
    last_name: "Last",
    email: `${newRef().toLowerCase()}@example.com`,
    username: `user-${newRef().toLowerCase()}`,
    password: "marble kettle lantern",
    idempotency_key: newRef(),
  } as Parameters<typeof signUp>[2];
  const made = await saidBy(() => signUp(app(), request, answers));
  expect(made).toEqual([{ event: "account-made", subject: expect.stringMatching(/^[\w-]{22}$/) }]);
});

test("an act whose batch fails, or that nobody commits, is not said", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  const by = { db: counted, user, now: NOW };
  const broken = counted.insert(users).values({ unique_ref: user.unique_ref } as never);
  expect(await saidBy(() => counted.batch([...auditLineBy(by, "passkey-added"), broken]).catch(() => {}))).toEqual([]);
  expect(await saidBy(() => void auditLineBy(by, "passkey-added")[1].toSQL())).toEqual([]);
  expect(await saidBy(() => counted.batch(auditLineBy(by, "passkey-added")))).toEqual([
    { event: "passkey-added", subject: user.unique_ref },
  ]);
});

test("requests at once say each their own, and an administrator's act says whom it was about", async () => {
  const [admin, member] = [await makeUser(10), await makeUser()];
  await openLoginOf(admin);
  const context = { ...app(), user: admin } as unknown as Parameters<typeof adminLine>[0];
  const [one, other] = await Promise.all([
    saidBy(() => counted.batch(adminLine(context, "admin-level-changed", { about: member.unique_ref }))),
    saidBy(() => counted.batch([auditLine(counted, member.unique_ref, "data-exported", NOW)])),
  ]);
  expect(one).toEqual([{ event: "admin-level-changed", subject: admin.unique_ref, about: member.unique_ref }]);
  expect(other).toEqual([{ event: "data-exported", subject: member.unique_ref }]);
});

test("a line has the event, the request and keyed hashes: the same person is the same in each, and nobody is named", async () => {
  const [{ unique_ref: ref, username }, other] = [await makeUser(), await makeUser()];
  const logged = async (run: () => unknown) => {
    const lines: Record<string, unknown>[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    const answer = async () => new Response(String(await run()));
    const response = await withRequestLine(request, () => vault, answer);
    log.mockRestore();
    return { id: response.headers.get("X-Request-Id"), lines: lines.filter(({ kind }) => kind === "security") };
  };
  const act = () => counted.batch([auditLine(counted, ref, "password-changed", NOW, { about_ref: other.unique_ref })]);
  const [one, two] = [await logged(act), await logged(act)];
  const [line] = one.lines;
  const hash = expect.stringMatching(/^[\w-]{18}$/);
  expect(one.lines).toEqual([
    { kind: "security", event: "password-changed", subject: hash, about: hash, request: one.id },
  ]);
  expect(two.lines).toEqual([{ ...line, request: two.id }]);
  expect(line?.subject).not.toBe(line?.about);
  for (const name of [ref, username, other.unique_ref]) expect(JSON.stringify(one.lines)).not.toContain(name);
  // Not what an index or a counter has: a line leads to no row.
  expect(line?.subject).not.toBe((await vault.sign("password-tries", ref)).split(".")[1]?.slice(0, 18));
});

test("operations lists every event by its name", () => {
  const events = [...Object.keys(ACTS), ...SIGNALS];
  expect(events.filter((event) => !operations.includes(`\`${event}\``))).toEqual([]);
});
