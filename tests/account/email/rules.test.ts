import { expect, test } from "vitest";
import {
  addressToVerify,
  changeEmailProblem,
  type EmailStatus,
  emailOnFile,
  LINK_WORKS_MS,
  SEND_LABELS,
  STATUS_TEXTS,
  statusOf,
  type Verification,
} from "~/account/email/rules";

const SENT_AT = 1_000_000;

function sent(status: EmailStatus = "pending"): Verification & { address: string } {
  return {
    ...{ used_at: status === "verified" ? SENT_AT : null, attempts: status === "failed" ? 1 : 0 },
    ...{ expires_at: status === "expired" ? SENT_AT : SENT_AT + LINK_WORKS_MS, address: "new@example.com" },
  };
}

test.each<[EmailStatus, string, string | undefined]>([
  ["verified", "Email verified", undefined],
  ["pending", "Verification email sent - not yet verified", "Resend Verification"],
  ["expired", "Verification expired", "Resend Verification"],
  ["failed", "Verification failed (too many attempts)", undefined],
  ["none", "No verification sent", "Send Verification"],
])("%s reads '%s' and offers %s", (status, text, button) => {
  expect(STATUS_TEXTS[status]).toBe(text);
  expect(SEND_LABELS[status]).toBe(button);
});

test("a link works for 899 s and not at 900 s, or as soon as a newer one has ended it", () => {
  expect(statusOf(sent(), SENT_AT + 899_999)).toBe("pending");
  expect(statusOf(sent(), SENT_AT + 900_000)).toBe("expired");
  expect(statusOf(sent("expired"), SENT_AT)).toBe("expired");
});

test("an address that no mail was sent to has no verification", () => {
  expect(statusOf(undefined, SENT_AT)).toBe("none");
});

test("the verified address stays on file while a new one waits, whatever becomes of that", () => {
  const current = { address: "old@example.com", status: "verified" };
  for (const status of ["pending", "expired", "failed"] as const) {
    expect(emailOnFile("old@example.com", sent(status), SENT_AT)).toEqual({
      current,
      waiting: { address: "new@example.com", status },
    });
  }
  expect(emailOnFile("old@example.com", sent("verified"), SENT_AT)).toEqual({ current, waiting: null });
  expect(emailOnFile("old@example.com", undefined, SENT_AT)).toEqual({ current, waiting: null });
});

test("before any is verified the newest one asked for is on file, and without one there is none", () => {
  expect(emailOnFile(null, sent(), SENT_AT)).toEqual({
    current: { address: "new@example.com", status: "pending" },
    waiting: null,
  });
  expect(emailOnFile(null, undefined, SENT_AT)).toEqual({ current: null, waiting: null });
});

test("a link is sent anew to the address that waits", () => {
  expect(addressToVerify(emailOnFile("old@example.com", sent(), SENT_AT))?.address).toBe("new@example.com");
  expect(addressToVerify(emailOnFile(null, undefined, SENT_AT))).toBeNull();
});

test("the change waits for two addresses and the password, and says for which", () => {
  expect(changeEmailProblem(" ", "", "")).toBe("Enter the new address to continue.");
  expect(changeEmailProblem("a@example.com", "", "x")).toBe("Enter the new address again to continue.");
  expect(changeEmailProblem("a@example.com", "b", "")).toBe("Enter your current password to continue.");
  expect(changeEmailProblem("a@example.com", "b", "x")).toBe("");
});
