import { expect, test } from "vitest";
import { textOf } from "./source";

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

const PACKAGES = Object.entries(JSON.parse(textOf("package-lock.json")).packages as Record<string, Package>);
const INSTALLED = PACKAGES.filter(([path, { link }]) => path !== "" && !link);

test("every package has its hash, and none an address of its own to come from", () => {
  expect(INSTALLED.length).toBeGreaterThan(300);
  const wrong = INSTALLED.filter(
    ([, { integrity = "", resolved }]) => !integrity.startsWith("sha512-") || resolved !== undefined,
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test("versions are exact, so that what is installed is what was looked at", () => {
  const { dependencies, devDependencies } = JSON.parse(textOf("package.json"));
  const all = Object.entries<string>({ ...dependencies, ...devDependencies });
  expect(all.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
