import { expect, test } from "vitest";
import { addressesOf } from "../../workers/addresses";

const ROUTES = [
  { index: true, file: "home.tsx" },
  { path: "leave/", file: "leave.tsx" },
  { path: "leave/:leaveRef/", file: "leave-entry.tsx" },
  { path: "verify/:code?/", file: "verify.tsx" },
  { path: "feed.ics", file: "feed.ts" },
  { path: "files/*", file: "files.ts" },
  { path: "admin/", file: "admin.tsx", children: [{ path: "users/:ref/", file: "user.tsx" }] },
  { path: "*", file: "not-found.tsx" },
];

function isAddress(path: string): boolean {
  return new RegExp(addressesOf(ROUTES)).test(path);
}

test.each([
  ...["/", "/leave/", "/leave/x/", "/verify/", "/verify/x/", "/feed.ics"],
  ...["/files", "/files/a/b/", "/admin/users/x/"],
])("%s is the address of a route", (path) => {
  expect(isAddress(path)).toBe(true);
});

test.each([
  ...["/other/", "/leave", "/feed.ics/", "/leave/x/y/", "/leave//", "/verify/x/y/"],
  ...["/feedxics", "/xfeed.ics", "/file", "/filesx/"],
  ...["/admin/", "/admin/users/", "/users/x/", "/*", "/:leaveRef/"],
])("%s is of none", (path) => {
  expect(isAddress(path)).toBe(false);
});
