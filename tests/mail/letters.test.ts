import { expect, test } from "vitest";
import { FACTOR_CHANGES, type FactorChange, type MailContent, type MailKind } from "~/mail/contents";
import { renderMail } from "~/mail/letters";
import { MATTERS, MAX_COUNTED, type MatterKind } from "~/mail/matters";

const ORIGIN = "https://daybook.example";

const one: Record<MailKind, MailContent> = {
  "verify-address": { kind: "verify-address", link: `${ORIGIN}/verify-email/abc-DEF_123/`, username: "somebody" },
  "sign-up-link": { kind: "sign-up-link", link: `${ORIGIN}/signup/?link=abc-DEF_123` },
  "address-in-use": { kind: "address-in-use" },
  "address-change-asked": { kind: "address-change-asked" },
  "address-changed": {
    kind: "address-changed",
    takeBack: { link: `${ORIGIN}/take_back/abc-DEF_123/`, until: "28 November 2026 at 12:00" },
  },
  "address-taken-back": { kind: "address-taken-back", contact: "support@daybook.example" },
  "address-is-back": { kind: "address-is-back", contact: "support@daybook.example" },
  "reset-code": { kind: "reset-code", code: "K7M2QX" },
  "password-changed": { kind: "password-changed" },
  "factor-changed": { kind: "factor-changed", what: "passkey-added" },
  "new-browser": { kind: "new-browser", browser: "Firefox on Windows" },
  "feed-made": { kind: "feed-made" },
  "round-up": {
    ...{ kind: "round-up", monday: "2026-11-16", unlogged: 2, entries: 4, fees: 1 },
    stop: `${ORIGIN}/stop_mail/abc.1.DEF_123/`,
  },
  "rota-unread": {
    ...{ kind: "rota-unread", why: "The address answered 404 on 28 November 2026", since: "21 November 2026" },
  },
  "no-signal-waiting": { kind: "no-signal-waiting", entries: 3, since: "18 November 2026 at 12:00" },
  "data-deleted": { kind: "data-deleted" },
  "account-suspended": { kind: "account-suspended", reason: "taken-over", contact: "support@daybook.example" },
  "suspension-lifted": { kind: "suspension-lifted" },
  "export-allowed": {
    ...{ kind: "export-allowed", until: "28 November 2026 at 12:00", contact: "support@daybook.example" },
  },
  matter: { ...{ kind: "matter", about: "late-mail", place: "Oceania" }, n: 3, since: "today at 12:00", isOver: false },
};
const matters = (Object.keys(MATTERS) as MatterKind[]).flatMap((about) =>
  [false, true].map(
    (isOver): MailContent => ({ ...one.matter, about, place: "the European Union", isOver }) as MailContent,
  ),
);
const contents = [...Object.values(one), ...matters];
/** The others are to whoever runs Daybook, about no account, or about what an administrator did. */
const NOT_OF_USERS: MailKind[] = ["matter", "account-suspended", "suspension-lifted", "export-allowed"];
const toUsers = contents.filter(({ kind }) => !NOT_OF_USERS.includes(kind));

test.each(contents)("$kind has a subject, a text and an HTML that say the same", (content) => {
  const { subject, text, html } = renderMail(content, ORIGIN);
  expect(subject).toMatch(/^[A-Z][^\r\n<>&]{10,70}$/);
  const words = html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<h1.*<\/h1>/, "")
    .replace(/<[^>]+>/g, " ");
  expect(words.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
});

test.each(contents)("$kind carries no script, no style sheet, no picture and nothing of another site", (content) => {
  const { html } = renderMail(content, ORIGIN);
  expect(html).not.toMatch(/<(script|style|img|iframe|form|link|table)\b|\son\w+=|javascript:/i);
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/daybook\.example\//);
});

test.each(toUsers)("$kind says what to do if it was not you", (content) => {
  expect(renderMail(content, ORIGIN).text).toContain("If it was not you");
});

test.each(Object.keys(FACTOR_CHANGES) as FactorChange[])("a mail about %s says what changed", (what) => {
  const { subject, text } = renderMail({ kind: "factor-changed", what }, ORIGIN);
  expect(text).toContain(FACTOR_CHANGES[what]);
  const isAboutCodes = ["tries-stopped", "codes-guessed"].includes(what);
  expect(subject).toBe(isAboutCodes ? "Wrong codes for your Daybook account" : "Your Daybook login changed");
});

test.each([
  ["Firefox on Windows", "from a browser that was never used for it before: Firefox on Windows. Your activity log"],
  ["", "from a browser that was never used for it before. Your activity log"],
])("a mail about a new browser, %o, names it if it is known", (browser, words) => {
  expect(renderMail({ kind: "new-browser", browser }, ORIGIN).text).toContain(words);
});

test.each([
  [26 * 60 - 1, "The task of 03:00 UTC failed, or did not end. It is tried again by itself, up to every hour."],
  [26 * 60, "The task of 03:00 UTC has not begun for 26 hours."],
])("a daily task that began %d minutes ago has failed, or has not begun", (n, words) => {
  expect(MATTERS["daily-cron"].message(n)).toBe(words);
});

test("the link and the code stand on lines of their own, with how long they count", () => {
  const link = renderMail(one["verify-address"], ORIGIN).text;
  expect(link.split("\n")).toContain(`${ORIGIN}/verify-email/abc-DEF_123/`);
  const code = renderMail(one["reset-code"], ORIGIN).text;
  expect(code.split("\n")).toContain("K7M2QX");
  for (const text of [link, code]) {
    expect(text).toMatch(/works (for|once, within) 15 minutes/);
    expect(text).toContain("only the newest works");
  }
  expect(renderMail(one["reset-code"], ORIGIN).subject).not.toContain("K7M2QX");
});

test("whoever runs Daybook reads what is wrong, where, what to do, and that one more email follows", () => {
  const { subject, text } = renderMail(one.matter, ORIGIN);
  expect(subject).toBe("Daybook: emails are late in Oceania");
  expect(text.split("\n\n").slice(0, 4)).toEqual([
    "This is about Daybook in Oceania. 3 emails could not be sent for more than 10 minutes.",
    "New users and forgotten passwords wait for them. Look at the queue and at email sending. How many wait, and those that failed, are here:",
    `${ORIGIN}/admin/jobs/`,
    "You get this email once, and another one when it is over.",
  ]);
  const flood = renderMail({ ...one.matter, n: MAX_COUNTED } as MailContent, ORIGIN);
  expect(flood.text).toContain("100 or more emails could not be sent");
  const over = renderMail({ ...one.matter, isOver: true } as MailContent, ORIGIN);
  expect(over.subject).toBe("Over: emails are late in Oceania");
  expect(over.text).toContain("This is over: emails are late in Oceania. It was noticed today at 12:00.");
});

test("the owner of an address that somebody tried is told that nothing changed", () => {
  const { text } = renderMail(one["address-in-use"], ORIGIN);
  expect(text).toContain("Nothing was changed.");
});

test.each([
  [{ unlogged: 1, entries: 0, fees: 0 }, ["1 planned session is not logged.", "Finish it here:"]],
  [{ unlogged: 0, entries: 1, fees: 0 }, ["1 entry is not complete.", "Finish it here:"]],
  [{ unlogged: 0, entries: 0, fees: 2 }, ["2 fees are not claimed.", "Finish all of it on one page:"]],
  [
    { unlogged: 1200, entries: 3, fees: 1 },
    [
      ...["1,200 planned sessions are not logged.", "3 entries are not complete.", "1 fee is not claimed."],
      "Finish all of it on one page:",
    ],
  ],
])("the Friday email names what is left, and nothing that is not: %o", (counts, sentences) => {
  const content = { ...(one["round-up"] as Extract<MailContent, { kind: "round-up" }>), ...counts };
  const lines = renderMail(content, ORIGIN).text.split("\n").filter(Boolean);
  expect(lines.slice(0, sentences.length + 1)).toEqual(["In the week 16 – 22 November 2026:", ...sentences]);
});

test("hostile content is text in HTML, and is no link", () => {
  const hostile = `"><img src=x onerror=alert(1)>'&`;
  const code = renderMail({ kind: "reset-code", code: hostile }, ORIGIN).html;
  expect(code).not.toContain("<img");
  expect(code).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;");
  const link = renderMail({ kind: "verify-address", link: `https://x/${hostile}`, username: "somebody" }, ORIGIN).html;
  expect(link).not.toContain("<img");
  expect(link).toContain('href="https://x/&quot;&gt;&lt;img');
  expect(
    renderMail({ kind: "verify-address", link: "javascript:alert(1)", username: "somebody" }, ORIGIN).html,
  ).not.toContain("href=");
});
