import { expect, test } from "vitest";
import { listedRegions } from "~/admin/regions.server";
import { MAX_BYTES } from "~/platform/db/region-sizes.server";
import { NOW, SITE } from "../support/harness";

const MINUTE = 60_000;

const [EU, OC] = SITE.places as [(typeof SITE.places)[number], (typeof SITE.places)[number]];

test("each region is listed with its own size, its users and whether it takes new ones", () => {
  const places = [EU, { ...OC, maxUsers: 1_600 }, { ...OC, code: "ap", name: "Asia", isOpen: false }];
  const sizes = [
    { region: "oc", bytes: 9_999_999, users: 1_600, noted_at: NOW },
    { region: "eu", bytes: 10_000_000, users: 1, noted_at: NOW - MINUTE },
  ];
  expect(listedRegions(places, sizes, NOW)).toEqual([
    {
      ...{ code: "eu", name: "The European Union", size: "0.01 GB, 0 %", users: "1 user" },
      ...{ noted: "today at 11:59", state: "open" },
    },
    {
      ...{ code: "oc", name: "Oceania, not guaranteed", size: "less than 0.01 GB, 0 %" },
      ...{ users: "1,600 of 1,600 users", noted: "today at 12:00", state: "full" },
    },
    { code: "ap", name: "Asia, not guaranteed", size: null, users: null, noted: null, state: "closed" },
  ]);
});

test("a region that is closed says so, however full it is", () => {
  const size = { region: "eu", bytes: MAX_BYTES, users: 0, noted_at: NOW };
  expect(listedRegions([{ ...EU, isOpen: false }], [size], NOW)[0]?.state).toBe("closed");
});
