import { expect, test } from "vitest";
import { formatSize } from "~/admin/overview.server";
import { MAX_BYTES } from "~/platform/db/database-size.server";
import { SITE } from "../support/harness";

const OCEANIA = { ...SITE.place, name: "Oceania", isGuaranteed: false };

test("the database is shown with its place, its size, its users and whether it takes new ones", () => {
  expect(formatSize(SITE, { bytes: 10_000_000, users: 1 })).toEqual({
    ...{ place: "The European Union", size: "0.01 GB, 0 %", users: "1 user", state: "open" },
  });
  expect(formatSize({ place: OCEANIA, maxUsers: 1_600 }, { bytes: 9_999_999, users: 1_600 })).toEqual({
    ...{ place: "Oceania, not guaranteed", size: "less than 0.01 GB, 0 %" },
    ...{ users: "1,600 of 1,600 users", state: "full" },
  });
});

test("a region that is closed says so, however full it is", () => {
  const place = { ...SITE.place, isOpen: false };
  expect(formatSize({ place, maxUsers: null }, { bytes: MAX_BYTES, users: 0 }).state).toBe("closed");
});
