import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

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

interface Part {
  name: string;
  properties?: { name: string }[];
}

/** Run by the build alone. */
const OF_TOOLS = ["vite", "@react-router/dev", "@pandacss/dev", "styled-system"];

test("npm lists all parts, and none that the sources import as a tool, whose advisories npm audit --omit=dev leaves out", () => {
  const list = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], { encoding: "utf8" });
  const parts = JSON.parse(list).components as Part[];
  expect(parts.length).toBeGreaterThan(300);
  const shipped = parts.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
  );
  const names = shipped.map(({ name }) => name);
  const sources = [...filesBelow("app"), ...filesBelow("workers")].filter((path) => /\.tsx?$/.test(path));
  const imports = sources.flatMap((path) => [
    ...textOf(path).matchAll(/^import (?!type )[^;]*?"((?:@[\w-]+\/)?\w[\w.-]*)[^":]*";/gm),
  ]);
  const imported = new Set(imports.map(([, name = ""]) => name).filter((name) => !OF_TOOLS.includes(name)));
  expect(imported.size).toBeGreaterThan(15);
  expect([...imported].filter((name) => !names.includes(name))).toEqual([]);
});
