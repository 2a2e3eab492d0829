import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { jobContextIn } from "../../workers/job-context";

const regionOf = (code?: string) => jobContextIn(env, { waitUntil: () => {} } as never, code).db.region;

test("a job has what the region of its message has, the default one without any, and none that is gone", () => {
  expect([regionOf(), regionOf("eu"), regionOf("oc")]).toEqual(["eu", "eu", "oc"]);
  expect(() => regionOf("nz")).toThrow("A message names a region that is not in the settings");
});
