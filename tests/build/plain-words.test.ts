import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** Words that no screen says, under those that it says in their place. */
const DIALECT: Record<string, RegExp> = {
  "work out, think": /\breckon(s|ed|ing)?\b/i,
  correct: /\bmend(ed|ing)? (it|this|them|the)\b/i,
  "to check": /\b(in doubt|is doubtful|are doubtful)\b/i,
  restore: /\bput back\b/i,
  remove: /\btak(e|es|en|ing) (away|out)\b/i,
  all: /\bwhole of\b/i,
  "is moved": /\bgets about\b/i,
  reauthentication: /\bproofs?\b/i,
  "cannot be undone": /\bfor good\b/i,
  "Leave blank": /["`>]\s*Blank(:| means)/,
  "highest, lowest": /\b(dearest|cheapest)\b/i,
  "sign up, log in": /\byou are signed in\b/i,
  "log out": /\bsign(ed)? out\b/i,
  email: /\b(a|the|this|one) mails?\b/i,
  "select, clear":
    /["`>](Un)?[Tt]ick (the|that|all|at|those)\b|\b(un)?ticked (cases|fees|sessions)\b|\$\{n\} ticked\b|, or (un)?tick\b/,
  "have not received": /\bcame\?/,
  "are different": /\bgo(es)? differently\b/,
  continue: /\bto go on[."`<]/,
  "27/3/2026": /\b(such as|For example,) (?!27\/3\/2026\b)\d+\/\d+\/\d+/,
  storage: /\b[Rr]ows used\b/,
  "logbook, of what is in it":
    /\b([Ff]ill (my|your) diary|[Yy]our diary (has|differs|changed)|in your diary( already| from|`))/,
  "additional paid work": /\bextra (paid )?work (and fees|for an accountant)|"Paid work"/i,
};

/** The texts in title case that the specification prescribes. Every other heading, button and link is in sentence case. */
const PRESCRIBED = [
  // The menu (section 2.2).
  ...["Sign Up", "Your Data", "Change Password", "Two-Factor Authentication", "Manage Email", "Job Plans"],
  ...["Your Logbook", "Daily Logbook", "Additional Paid Work", "Import CSV Data", "Progress Chart", "Admin Panel"],
  // Sign-up, login and email (2.3 to 2.11).
  ...["Passkey Error", "Two FA Code", "Cancel Login", "Create Account", "Account Created!", "Check Your Email"],
  ...["Continue to Main Page", "Delete Your Data", "Data Deleted", "Forgot Password", "Send Code", "Verify Code"],
  ...["Resend Code", "Back to Login", "Manage Email Address", "Back to Logbook", "Change Email", "Send Verification"],
  ...["Resend Verification", "Change Email Address", "New Email Address", "Confirm New Email", "Current Password"],
  ...["Email Address Changed", "Email Verified Successfully!", "Already Verified", "Verification Link Expired"],
  ...["Verification Failed", "Invalid Verification Link"],
  // Sessions, cases and their import (2.13 to 2.15, 3.6, 5, 8).
  ...["Add Session", "Edit Session", "Go Back", "Please Select Date", "Confirm Columns", "Clear Data"],
  ...["Drag and Drop Cases", "Not Recorded", "No Supervision", "Staff Grade", "FY Trainee", "Med Student"],
  ...["Non Anaes Trainee", "Second Consultant Present", "Logbook Data", "Clear Value"],
  "Unexpected Application Error!",
];

/** Proper names. */
const NAMES = [
  ...["Boxing Day", "Christmas Day", "New Year’s Day", "St Andrew’s Day", "St Patrick’s Day", "Battle of the Boyne"],
  ...["England and Wales", "Northern Ireland", "Samsung Internet", "Noto Sans"],
  ...["Good Friday", "Easter Monday", "Early May", "World Cup"],
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
];

/** Two words or more, each with a capital letter but for short ones between them. */
const SHORT = "(?: (?:a|an|and|at|by|for|from|in|of|on|or|the|to|with))*";
const TITLE_CASE = new RegExp(`^[A-Z][\\w’'-]*(?:${SHORT} [A-Z][\\w’'-]*)*${SHORT} [A-Z][a-z][\\w’'-]*[.!?]?$`);

/** A file without its comments, which are for engineers. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "");
}

test.each(Object.entries(DIALECT))("“%s” is said in plain words", (_, dialect) => {
  const said = filesBelow("app")
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      withoutComments(textOf(path))
        .split("\n")
        .map((line) => `${path}: ${line.trim()}`),
    )
    .filter((line) => dialect.test(line.slice(line.indexOf(":"))));
  expect(said).toEqual([]);
});

test("only what the specification prescribes is in title case: the rest is in sentence case", () => {
  const texts = filesBelow("app")
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("app/dev/"))
    .flatMap((path) => textsIn(withoutComments(textOf(path))).map((text) => ({ path, text })));
  const known = new Set([...PRESCRIBED, ...NAMES]);
  expect(texts.filter(({ text }) => TITLE_CASE.test(text) && !known.has(text))).toEqual([]);
  const said = new Set(texts.map(({ text }) => text));
  expect(PRESCRIBED.filter((text) => !said.has(text))).toEqual([]);
});

/** The texts of a file: those in quotes, and those between elements. */
function textsIn(source: string): string[] {
  return Array.from(source.matchAll(/"([^"\n]+)"|[>}]\s*([^<>{}"]+?)\s*(?=[<{])/g), ([, quoted, between]) =>
    (quoted ?? between ?? "").trim().replace(/\s+/g, " "),
  );
}
