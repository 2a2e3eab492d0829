import { describe, expect, test } from "vitest";
import { homeOf, menuFor } from "~/account/levels";

function labels(level: number): string[] {
  return menuFor(level).flatMap(({ label, items = [] }) => [label, ...items.map((item) => `${label} > ${item.label}`)]);
}

const ACCOUNT = [
  "Profile",
  ...["Your Data", "Change Password", "Two-Factor Authentication", "Manage Email", "Your profile", "Logout"].map(
    (label) => `Profile > ${label}`,
  ),
];
const LOGBOOK = [
  "Daily Logbook",
  "Leave",
  "Additional Paid Work",
  "Import CSV Data",
  "Search",
  "Undo recent changes",
].map((label) => `Your Logbook > ${label}`);
const DIARY = [...ACCOUNT, "Job Plans", "Your Logbook", ...LOGBOOK];
const PROGRESS = [...DIARY, "Progress Chart", "Reports"];

describe("the menu", () => {
  test.each([
    [0, ["Login", "Sign Up"]],
    [1, [...ACCOUNT, "Help"]],
    [2, [...ACCOUNT, "Help"]],
    [3, [...DIARY, "Help"]],
    [4, [...DIARY, "Help"]],
    [5, [...PROGRESS, "Help"]],
    [9, [...PROGRESS, "Help"]],
    [10, [...PROGRESS, "Admin", "Admin > Admin Panel", "Help"]],
  ])("of level %i holds what the level may open", (level, expected) => {
    expect(labels(level)).toEqual(expected);
  });

  test.each([
    [0, "/"],
    [1, "/"],
    [2, "/"],
    [3, "/logbook/"],
    [9, "/logbook/"],
    [10, "/logbook/"],
  ])("takes level %i home to %s", (level, path) => {
    expect(homeOf(level)).toBe(path);
  });
});
