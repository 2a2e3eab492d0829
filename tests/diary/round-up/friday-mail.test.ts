import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { mailRoundUp, sweepRoundUps } from "~/diary/round-up/mail.server";
import { sendMail } from "~/mail/deliver.server";
import { outbox } from "~/mail/table.server";
import { refuseCrossSite } from "~/platform/http/csrf.server";
import { londonInstant } from "~/platform/time/london";
import { mailedBefore, weekToMail } from "~/profile/friday-mail";
import { profiles } from "~/profile/table.server";
import * as profile from "~/routes/account/profile";
import * as stop from "~/routes/email/stop-mail";
import * as roundUp from "~/routes/logbook/round-up";
import { makeDiary } from "../../support/diary";
import { db, jobContext, load, makeUser, NOW, recordingJobs, submit } from "../../support/harness";
import { recordingMailer } from "../../support/mail";
import { setAddressOf } from "../../support/members";
import { PROFILE_FORM, setProfile } from "../../support/profile";
import { suspendUser } from "../../support/suspension";

/** Friday 13 November 2026, 16:00 in London, which is 16:00 UTC; in July it is 15:00. */
const FRIDAY = londonInstant("2026-11-13", 16 * 60);
const MINUTE = 60_000;

/** Somebody who asks for the mail, with one planned session of that week that is not logged. */
async function subscriber(level = 9) {
  const user = await makeUser(level);
  await makeDiary(user);
  await setAddressOf(user, `${user.username}@example.com`);
  await setProfile(user.unique_ref, { round_up_mailed: "2026-11-02" });
  return user;
}

async function mailsOf(userRef: string) {
  return db.select().from(outbox).where(eq(outbox.user_ref, userRef));
}

async function mailedOf(userId: number) {
  const [row] = await db.select().from(profiles).where(eq(profiles.user_id, userId));
  return row?.round_up_mailed;
}

/** Whom the cron has written to, of these. */
async function nudged(now: number, among: string): Promise<boolean> {
  const jobs = recordingJobs();
  await sweepRoundUps(jobContext({ now, jobs }));
  return jobs.sent.some(({ kind, ref }) => kind === "mail-round-up" && ref === among);
}

/** The mail of the week as it went out. */
async function sentMail() {
  const user = await subscriber();
  const [jobs, mailer] = [recordingJobs(), recordingMailer()];
  await mailRoundUp(jobContext({ now: FRIDAY, jobs }), user.unique_ref);
  await sendMail(jobContext({ now: FRIDAY, mailer }), jobs.sent[0]?.ref ?? "");
  const [mail] = mailer.sent;
  if (!mail) throw new Error("No mail went out");
  const link = /https?:\S+\/stop_mail\/(\S+)\//.exec(mail.text)?.[1] ?? "";
  return { user, mail, mailToken: decodeURIComponent(link) };
}

test("the mail falls due on Friday at 16:00 by London's clocks, in winter and in summer", () => {
  for (const friday of ["2026-11-13", "2026-07-10", "2026-03-27", "2026-10-23"]) {
    const due = londonInstant(friday, 16 * 60);
    expect(weekToMail(due - 1)).toBeNull();
    expect(weekToMail(due)).not.toBeNull();
  }
  expect(new Date(londonInstant("2026-07-10", 16 * 60)).getUTCHours()).toBe(15);
  expect(weekToMail(FRIDAY)).toBe("2026-11-09");
  expect(weekToMail(londonInstant("2026-11-16") - 1)).toBe("2026-11-09");
  expect(weekToMail(londonInstant("2026-11-16"))).toBeNull();
});

test("who asks for it after 16:00 on a Friday gets the first one a week later", () => {
  expect(mailedBefore(FRIDAY - 1)).toBe("2026-11-02");
  expect(mailedBefore(FRIDAY)).toBe("2026-11-09");
});

test("the cron asks for the mail of whoever wants it, may have a diary and has a verified address, from 16:00 on", async () => {
  const [user, unwilling, unverified, low] = [
    await subscriber(),
    await subscriber(),
    await subscriber(),
    await subscriber(2),
  ];
  await db.update(profiles).set({ round_up_mailed: null }).where(eq(profiles.user_id, unwilling.id));
  await db.update(users).set({ email: null, email_key: null }).where(eq(users.id, unverified.id));
  expect(await nudged(FRIDAY - 1, user.unique_ref)).toBe(false);
  expect(await nudged(FRIDAY, user.unique_ref)).toBe(true);
  for (const { unique_ref } of [unwilling, unverified, low]) {
    expect(await nudged(FRIDAY, unique_ref)).toBe(false);
    await mailRoundUp(jobContext({ now: FRIDAY }), unique_ref);
    expect(await mailsOf(unique_ref)).toEqual([]);
  }
});

test("whoever is suspended gets none, and the next once they are let in again", async () => {
  const user = await subscriber();
  await suspendUser(user);
  expect(await nudged(FRIDAY, user.unique_ref)).toBe(false);
  await mailRoundUp(jobContext({ now: FRIDAY }), user.unique_ref);
  expect(await mailsOf(user.unique_ref)).toEqual([]);
  const open = { suspended_at: null, suspended_for: null };
  await db.update(users).set(open).where(eq(users.unique_ref, user.unique_ref));
  expect(await nudged(FRIDAY, user.unique_ref)).toBe(true);
});

test("one mail a week is written, however often the cron and its job run, and the next a week later", async () => {
  const user = await subscriber();
  const app = jobContext({ now: FRIDAY });
  await Promise.all([1, 2, 3].map(() => mailRoundUp(app, user.unique_ref)));
  await mailRoundUp(jobContext({ now: FRIDAY + MINUTE }), user.unique_ref);
  expect(await mailsOf(user.unique_ref)).toHaveLength(1);
  expect(await mailedOf(user.id)).toBe("2026-11-09");
  expect(await nudged(FRIDAY + MINUTE, user.unique_ref)).toBe(false);
  const next = FRIDAY + 7 * 24 * 60 * MINUTE;
  expect(await nudged(next, user.unique_ref)).toBe(true);
});

test("stopped and asked for again on the same Friday, it does not come twice", async () => {
  const user = await subscriber();
  const app = jobContext({ now: FRIDAY });
  await mailRoundUp(app, user.unique_ref);
  await setProfile(user.unique_ref, { round_up_mailed: "2026-11-02" });
  await mailRoundUp(app, user.unique_ref);
  expect(await mailsOf(user.unique_ref)).toHaveLength(1);
});

test("a week with nothing to finish brings no mail, and is not looked at again", async () => {
  const user = await makeUser();
  await setAddressOf(user, `${user.username}@example.com`);
  await setProfile(user.unique_ref, { round_up_mailed: "2026-11-02" });
  await mailRoundUp(jobContext({ now: FRIDAY }), user.unique_ref);
  expect(await mailsOf(user.unique_ref)).toEqual([]);
  expect(await nudged(FRIDAY + MINUTE, user.unique_ref)).toBe(false);
});

test("a job that comes late, or of somebody who is gone, writes nothing", async () => {
  const user = await subscriber();
  await mailRoundUp(jobContext({ now: londonInstant("2026-11-16") }), user.unique_ref);
  await mailRoundUp(jobContext({ now: FRIDAY }), "A".repeat(22));
  expect(await mailsOf(user.unique_ref)).toEqual([]);
});

test("the mail has counts and links, and no word of a patient or of an element", async () => {
  const { user, mail } = await sentMail();
  expect(mail.to).toBe(`${user.username}@example.com`);
  expect(mail.subject).toBe("Your week on Daybook: 1 thing to finish");
  expect(mail.text).toContain("1 planned session is not logged.");
  expect(mail.text).toContain("/logbook/round-up/?date=2026-11-09");
  // A token has some of these letters now and then.
  const text = mail.text.replace(/\/stop_mail\/\S+/, "");
  expect(text).not.toMatch(/orthopaedics|patient|case|ASA|airway|theatre|operation/i);
});

test("its address stops it without a login, by the button of the page alone, and once is as twice", async () => {
  const { user, mail, mailToken } = await sentMail();
  const at = mail.headers?.["List-Unsubscribe"];
  expect(at).toMatch(/^<https?:\/\/\S+\/stop_mail\/\S+\/>$/);
  expect(mail.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect((await load(stop.loader, { user: null, params: { mailToken } })).status).toBe(200);
  expect(await mailedOf(user.id)).toBe("2026-11-09");
  // As a program of mail sends it.
  const oneClick = { "List-Unsubscribe": "One-Click" };
  for (const _ of [1, 2]) {
    const answer = await submit(stop.action, oneClick, { user: null, params: { mailToken } });
    expect([answer.status, answer.data]).toEqual([200, { stopped: true }]);
    expect(await mailedOf(user.id)).toBeNull();
  }
});

test("an address that was not signed here stops nothing", async () => {
  const { user, mailToken } = await sentMail();
  const other = await subscriber();
  const [, ...signature] = mailToken.split(".");
  for (const forged of [`${other.unique_ref}.${signature.join(".")}`, `${mailToken}x`, other.unique_ref, ""]) {
    expect((await submit(stop.action, {}, { user: null, params: { mailToken: forged } })).status).toBe(404);
  }
  expect([await mailedOf(user.id), await mailedOf(other.id)]).toEqual(["2026-11-09", "2026-11-02"]);
});

test("a program of mail may post there without an origin, and nowhere else; a browser of another site may not", () => {
  const send = (path: string, headers: Record<string, string> = {}) =>
    refuseCrossSite(new Request(`http://daybook.test${path}`, { method: "POST", headers }))?.status ?? 200;
  expect(send("/stop_mail/abc/")).toBe(200);
  expect(send("/logbook/round-up/")).toBe(403);
  expect(send("/stop_mail/abc/", { Cookie: "login=x", Origin: "https://elsewhere.example" })).toBe(403);
});

test("a profile that was open when it was asked for or stopped is older than what is saved", async () => {
  const user = await makeUser();
  const versions = [];
  for (const intent of ["mail_on", "mail_off", "mail_on", "mail_on"]) {
    await submit(roundUp.action, { intent, idempotency_key: "A".repeat(22) }, { user, path: "/logbook/round-up/" });
    const [row] = await db.select().from(profiles).where(eq(profiles.user_id, user.id));
    versions.push(row?.version);
  }
  expect(versions).toEqual([2, 3, 4, 4]);
});

test("it is asked for and stopped on the round-up, and by a tick of the profile", async () => {
  const user = await makeUser();
  const choose = (intent: string) =>
    submit(roundUp.action, { intent, idempotency_key: "A".repeat(22) }, { user, path: "/logbook/round-up/" });
  await choose("mail_on");
  // Of a Saturday: this week's was due yesterday.
  expect(await mailedOf(user.id)).toBe("2026-11-16");
  await choose("mail_off");
  expect(await mailedOf(user.id)).toBeNull();
  const [{ version } = { version: 0 }] = await db.select().from(profiles).where(eq(profiles.user_id, user.id));
  const answers = { ...PROFILE_FORM, version: String(version), round_up_mail: "yes" };
  expect((await submit(profile.action, answers, { user, path: "/profile/" })).status).toBe(302);
  expect(await mailedOf(user.id)).toBe("2026-11-16");
  const { round_up_mail, ...without } = answers;
  await submit(profile.action, { ...without, version: String(version + 1) }, { user, path: "/profile/" });
  expect(await mailedOf(user.id)).toBeNull();
  expect(round_up_mail).toBe("yes");
});

test("a form of the profile that was open while the mail was stopped does not ask for it again", async () => {
  const { user, mailToken } = await sentMail();
  const [before] = await db.select().from(profiles).where(eq(profiles.user_id, user.id));
  await submit(stop.action, {}, { user: null, params: { mailToken }, now: NOW });
  const answers = { ...PROFILE_FORM, version: String(before?.version), round_up_mail: "yes" };
  expect((await submit(profile.action, answers, { user, path: "/profile/" })).status).toBe(409);
  expect(await mailedOf(user.id)).toBeNull();
});
