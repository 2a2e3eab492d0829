import { env } from "cloudflare:workers";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import Privacy from "~/routes/privacy";

/** What of each table is sealed, in the words of the notice. */
const SEALED: Record<string, string[]> = {
  cases: ["description, complications and reflective notes of a case"],
  claims: ["notes of a fee"],
  import_rows: ["descriptions in imported rows"],
  job_plans: ["notes of a job plan"],
  leave: ["of leave"],
  lieu_ledger: ["of time in lieu"],
  outbox: ["text of waiting emails"],
  reset_codes: ["email address for which a new password is asked"],
  sessions: ["of a session"],
  totp: ["secret of an authenticator app"],
};

/** Typed in words and stored as it is, so that it can be counted or chosen from: the notice says so. */
const PLAIN = [
  ...["sites", "names of your own", "payer", "procedure codes", "amount", "claim or invoice reference"],
  ...["names of payers and rates", "study cost of leave", "a name that you give it", "names of your own bank holidays"],
];

function noticeOf(heading: string): string {
  const router = createMemoryRouter([{ path: "/", element: <Privacy /> }]);
  const text = renderToStaticMarkup(<RouterProvider router={router} />);
  const part = text.split("<h2>").find((each) => each.startsWith(heading)) ?? "";
  return part.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("the privacy notice names what is sealed of every table that has a sealed column, and what is not", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql GLOB '*sealed BLOB*' ORDER BY name",
  ).all<{ name: string }>();
  expect(results.map(({ name }) => name)).toEqual(Object.keys(SEALED).sort());
  const notice = noticeOf("What is sealed");
  for (const words of [...Object.values(SEALED).flat(), ...PLAIN]) expect(notice).toContain(words);
});

test("the privacy notice says that what is deleted waits for an hour, and what becomes of a reason to save anyway", () => {
  expect(noticeOf("What is stored")).toContain("For an hour, what you deleted or changed last");
  expect(noticeOf("How long")).toContain("undone for an hour");
  expect(noticeOf("What is sealed")).toContain("the reason that you give is not kept");
});
