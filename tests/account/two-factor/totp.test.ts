import { base32nopad } from "@scure/base";
import { expect, test } from "vitest";
import { newTotpSecret, stepOfCode, totpCode, totpUri } from "~/account/factors/totp.server";
import { NOW } from "../../support/harness";

/** The secret of RFC 6238, appendix B. */
const SECRET = base32nopad.encode(new TextEncoder().encode("12345678901234567890"));

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at second %i the code is the last six digits of RFC 6238's, %s", (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1000)).toBe(code);
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j is %j in base32 (RFC 4648), and back", (text, encoded) => {
  expect(base32nopad.encode(new TextEncoder().encode(text))).toBe(encoded);
  expect(new TextDecoder().decode(base32nopad.decode(encoded))).toBe(text);
});

test("what is no base32 is no secret", () => {
  for (const text of ["0", "1", "8", "a", "MZXW6=", "MZXW 6YQ", "💥"]) expect(() => totpCode(text, NOW)).toThrow();
});

test("a new secret has 160 bits, each time others", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  for (const secret of secrets) expect(base32nopad.decode(secret)).toHaveLength(20);
  expect(new Set(secrets).size).toBe(20);
});

test("a code counts in its own step, the one before and the one after, and in no other", () => {
  const step = NOW / 30_000;
  for (const drift of [-1, 0, 1])
    expect(stepOfCode(SECRET, totpCode(SECRET, NOW + drift * 30_000), NOW)).toBe(step + drift);
  for (const drift of [-3, -2, 2, 3])
    expect(stepOfCode(SECRET, totpCode(SECRET, NOW + drift * 30_000), NOW)).toBeNull();
  expect(stepOfCode(SECRET, totpCode(SECRET, NOW), NOW + 59_999)).toBe(step);
  expect(stepOfCode(SECRET, totpCode(SECRET, NOW), NOW + 60_000)).toBeNull();
});

test("a code may be typed in two groups, and must be six digits", () => {
  const code = totpCode(SECRET, NOW);
  expect(stepOfCode(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, NOW)).not.toBeNull();
  for (const typed of ["", code.slice(1), `${code}0`, `0${code}`, "abcdef", "٠٨١٨٠٤"]) {
    expect(stepOfCode(SECRET, typed, NOW)).toBeNull();
  }
});

test("an authenticator app is told issuer, name, secret and what kind of codes", () => {
  const uri = new URL(totpUri(SECRET, "first last"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Daybook:first last");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Daybook",
    algorithm: "SHA1",
    secret: SECRET,
    period: "30",
    digits: "6",
  });
});
