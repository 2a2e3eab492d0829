import { env } from "cloudflare:workers";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ABANDONED_MS } from "~/data/backup-import/stage.server";
import Privacy, { loader } from "~/routes/privacy";
import Terms from "~/routes/terms";
import { load } from "../support/harness";

/** What of each table is encrypted, in the words of the notice. */
const ENCRYPTED: Record<string, string[]> = {
  cases: ["description, complications and reflective notes of a case"],
  fees: ["or a fee"],
  cpd: ["title and reflection of a CPD entry"],
  import_rows: ["descriptions in imported rows"],
  job_plans: ["a job plan"],
  leave: ["leave,"],
  lieu_ledger: ["time in lieu"],
  no_signal_devices: ["the keys of your devices"],
  no_signal_entries: ["what you typed without signal and could not be saved"],
  outbox: ["text of waiting emails"],
  rota_feeds: ["address of your rota", "times and titles as it was read last"],
  sessions: ["notes of a session"],
  totp: ["secret of an authenticator app"],
  users: ["hash of your password"],
};

/** Typed in words and stored as it is, so that it can be counted or chosen from: the notice says so. */
const PLAIN = [
  ...[
    "sites",
    "your own names for options and grades of supervision",
    "payer",
    "procedure codes",
    "amount",
    "claim or invoice reference",
  ],
  ...["GMC number, grade, specialty and employers", "names of saved reports"],
  ...["hours, type and domains of a CPD entry", "type and domains of a reflective note"],
  ...["names of payers and rates", "name and study cost of leave", "names of your own bank holidays"],
];

const KEEPER = { controller: "Daybook Limited, 1 Example Street", contact: "support@daybook.example", copies: "" };

function htmlOf(page: ReactNode): string {
  const router = createMemoryRouter([{ path: "/", element: page }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const EU = { name: "the European Union", isGuaranteed: true };
const OCEANIA = { name: "Oceania", isGuaranteed: false };

/** What the privacy notice says. */
const SAID = { keeper: KEEPER, place: EU, lockedDays: 0 };

function noticeOf(heading: string, said: Parameters<typeof Privacy>[0]["loaderData"] = SAID): string {
  const text = htmlOf(<Privacy loaderData={said} />);
  const part = text.split("<h2>").find((each) => each.startsWith(heading)) ?? "";
  return part.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("the privacy notice names what is encrypted of every table that has an encrypted column, and what is not", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql GLOB '*_encrypted BLOB*' ORDER BY name",
  ).all<{ name: string }>();
  expect(results.map(({ name }) => name)).toEqual(Object.keys(ENCRYPTED).sort());
  for (const words of Object.values(ENCRYPTED).flat()) expect(noticeOf("What is encrypted")).toContain(words);
  // In the payload of its code.
  expect(noticeOf("What is encrypted")).toContain("email address you enter to reset a password");
  for (const words of PLAIN) expect(noticeOf("What is not encrypted")).toContain(words);
});

test("the privacy notice says that what is deleted waits for an hour, and what becomes of a reason to save anyway", () => {
  expect(noticeOf("What Daybook stores")).toContain("For an hour, what you deleted or changed last");
  expect(noticeOf("How long")).toContain("and undo that for an hour");
  expect(noticeOf("What is not encrypted")).toContain("The reason you give is not stored");
});

test("the privacy notice says how long the rows of an import that broke off wait", () => {
  expect(ABANDONED_MS).toBe(86_400_000);
  expect(noticeOf("What Daybook stores")).toContain("If an import stops halfway, its rows are deleted after a day");
});

test("the privacy notice says how long counts of tries, the cookie of a form draft and former addresses are kept", () => {
  expect(noticeOf("What Daybook stores")).toContain("For an hour or less, how often a password");
  expect(noticeOf("What Daybook stores")).toContain(
    "Each email address you used before, and whether emails to it arrived. These are kept for 30 days",
  );
  expect(noticeOf("Cookies")).toContain("It ends with the form, or when you close the browser");
  expect(noticeOf("Cookies")).toContain("see what you saved, for an hour");
});

test("the privacy notice says who answers for it, on what ground, who else is given the data, and whom to tell", async () => {
  expect((await load(loader, { user: null })).data).toEqual(SAID);
  expect(noticeOf("Who is responsible")).toContain(`the organisation responsible is ${KEEPER.controller}`);
  expect(noticeOf("Who is responsible")).toContain("it is the controller");
  expect(noticeOf("Why we may use your data")).toContain("article 6(1)(b)");
  expect(noticeOf("Who else handles your data")).toContain("the only company that handles your data for us");
  expect(noticeOf("Who can read your data")).toContain("Nobody reads diaries as a matter of routine");
  const help = noticeOf("Support and reporting a problem");
  for (const words of ["support", "breach", KEEPER.contact, "within 72 hours"]) expect(help).toContain(words);
});

test("the privacy notice says where data is stored and whether that is guaranteed", () => {
  const near = noticeOf("Where your data is stored");
  expect(near).toContain("In the European Union. Cloudflare guarantees that your data stays there.");
  expect(near).not.toContain("keeps copies");
  const far = noticeOf("Where your data is stored", { ...SAID, place: OCEANIA });
  expect(far).toContain("In Oceania. Cloudflare places your data there, but does not guarantee that it stays there.");
  expect(far).toContain("Cloudflare keeps copies in other parts of the world");
});

test("the privacy notice says what a lock of the backups means, and who keeps copies of them elsewhere", () => {
  const unlocked = noticeOf("How long");
  expect(unlocked).toContain("Its backups, calendar feed and unfinished forms are gone within minutes. One line");
  expect(noticeOf("Backups")).not.toContain("locked");
  const locked = { ...SAID, lockedDays: 30 };
  expect(noticeOf("Backups", locked)).toContain("locked for up to 30 days: Daybook cannot delete or change it");
  expect(noticeOf("How long", locked)).toContain(
    "as soon as that is possible, 31 days after it was made at the latest",
  );
  expect(noticeOf("How long", locked)).not.toContain("gone within minutes. Its backups, calendar");
  const copied = { ...SAID, keeper: { ...KEEPER, copies: "Example Storage Ltd, in the United Kingdom" } };
  expect(noticeOf("Where your data is stored", copied)).toContain("Copies of the backups are kept by Example Storage");
  expect(noticeOf("Who else handles your data", copied)).toContain("No other company handles your data for us");
  expect(noticeOf("Who else handles your data", copied)).not.toContain("the only company");
  expect(noticeOf("How long", copied)).toContain("kept elsewhere are deleted within 31 days");
});

test("the privacy notice says what is backed up, for how long, and what becomes of idle accounts", () => {
  const backups = noticeOf("Backups");
  for (const words of ["Each night", "encrypted as a whole", "kept for 35 days"]) expect(backups).toContain(words);
  expect(noticeOf("How long")).toContain("An account that you stop using is kept");
  expect(noticeOf("What Daybook stores")).toContain("a hash of its address");
});

test("no sentence begins with who answers for this Daybook, whose name may be written in small letters", () => {
  for (const page of [
    <Terms key="terms" loaderData={{ keeper: KEEPER, asked: null }} />,
    <Privacy key="privacy" loaderData={SAID} />,
  ]) {
    const text = htmlOf(page).replace(/<!-- -->/g, "");
    expect(text).toContain(KEEPER.controller);
    expect(text).not.toMatch(new RegExp(`(^|[.:>]\\s*)${KEEPER.controller}`));
  }
});

test("the terms say how to get help, that all can be taken away, and that it is backed up", () => {
  const terms = htmlOf(<Terms loaderData={{ keeper: KEEPER, asked: null }} actionData={undefined} />);
  for (const words of [KEEPER.contact, "with no limit of rows", "backed up each night"]) expect(terms).toContain(words);
});
