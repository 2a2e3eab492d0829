import { expect, test } from "vitest";
import { packageAt } from "../../scripts/parts/bundled";
import { isListOf, nameOf, type PartsList, partsList, reachOf } from "../../scripts/parts/parts-list";
import { filesBelow, textOf } from "./source";

const LOCK = JSON.stringify({
  name: "daybook",
  packages: {
    "": { name: "daybook" },
    "node_modules/@of/one": { version: "1.2.3", integrity: "sha512-AQID", license: "MIT" },
    "node_modules/alias": { name: "two", version: "2.0.0", integrity: "sha1-AQID sha512-BAUG", license: "MIT OR ISC" },
    "node_modules/tool": { version: "3.0.0+build", dev: true },
    "node_modules/tool/node_modules/@of/one": { version: "1.2.3", integrity: "sha512-AQID", license: "MIT" },
  },
});

/** What the build wrote. */
const built = () => JSON.parse(textOf("build/parts.cdx.json")) as PartsList;

test("a list has each version once, by whence it is reached, with hashes and licence", () => {
  const bundled = {
    worker: ["node_modules/alias", "node_modules/tool/node_modules/@of/one"],
    page: ["node_modules/alias"],
  };
  const { components } = partsList(LOCK, bundled);
  expect(components.map((part) => [nameOf(part), part.purl, part.scope, reachOf(part)])).toEqual([
    ["@of/one", "pkg:npm/%40of/one@1.2.3", "required", ["worker"]],
    ["tool", "pkg:npm/tool@3.0.0%2Bbuild", "excluded", []],
    ["two", "pkg:npm/two@2.0.0", "required", ["worker", "page"]],
  ]);
  expect(components[0]).toMatchObject({ group: "@of", name: "one", licenses: [{ license: { id: "MIT" } }] });
  expect(components[2]).toMatchObject({
    hashes: [
      { alg: "SHA-1", content: "010203" },
      { alg: "SHA-512", content: "040506" },
    ],
    licenses: [{ expression: "MIT OR ISC" }],
  });
});

test("the same sources have the same list, and one of other sources is told from it", () => {
  const [one, other] = [1, 2].map(() => JSON.stringify(partsList(LOCK, { worker: [], page: [] })));
  expect(one).toBe(other);
  const list = partsList(LOCK, { worker: [], page: [] });
  expect([isListOf(list, LOCK), isListOf(list, `${LOCK} `)]).toEqual([true, false]);
});

test("a package in a bundle that is not in package-lock.json ends the build", () => {
  expect(() => partsList(LOCK, { worker: ["node_modules/stray"], page: [] })).toThrow("node_modules/stray");
});

test.each([
  ["/work/node_modules/react/index.js", ["node_modules/react"]],
  ["\u0000/work/node_modules/@of/one/lib/a.mjs?commonjs", ["node_modules/@of/one"]],
  ["/work/node_modules/tool/node_modules/@of/one/a.js", ["node_modules/tool/node_modules/@of/one"]],
  ["C:\\work\\node_modules\\react\\index.js", ["node_modules/react"]],
  ["/work/app/root.tsx", []],
])("the package of the module %s is found", (id, places) => {
  expect(packageAt(id)).toEqual(places);
});

test("the list of the build has what the schema of CycloneDX 1.6 requires, and nothing that it forbids", () => {
  const list = built();
  expect(Object.keys(list).sort()).toEqual([
    "$schema",
    "bomFormat",
    "components",
    "metadata",
    "specVersion",
    "version",
  ]);
  expect([list.bomFormat, list.specVersion, list.version]).toEqual(["CycloneDX", "1.6", 1]);
  expect(list.metadata.component).toEqual({ type: "application", "bom-ref": "daybook", name: "daybook" });
  expect(isListOf(list, textOf("package-lock.json"))).toBe(true);
  expect(list.components.length).toBeGreaterThan(300);
  expect(new Set(list.components.map((part) => part["bom-ref"])).size).toBe(list.components.length);
  const known = ["bom-ref", "group", "hashes", "licenses", "name", "properties", "purl", "scope", "type", "version"];
  for (const part of list.components) {
    expect(part).toMatchObject({
      type: "library",
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d/),
    });
    expect(Object.keys(part).filter((key) => !known.includes(key))).toEqual([]);
    expect(part.scope).toBe(reachOf(part).length > 0 ? "required" : "excluded");
    expect(part.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+%-]+$/);
    expect(part.hashes, part.purl).not.toEqual([]);
    for (const { alg, content } of part.hashes ?? []) {
      expect(alg).toMatch(/^SHA-(1|256|384|512)$/);
      expect(content).toMatch(/^(?:[a-f\d]{40}|[a-f\d]{64}|[a-f\d]{96}|[a-f\d]{128})$/);
    }
    expect(part.licenses?.length, part.purl).toBe(1);
  }
});

/** Run by the build alone. */
const OF_TOOLS = ["vite", "@react-router/dev", "@pandacss/dev"];

test("every package that the sources import is listed as reached, and the page has none that only the Worker may have", () => {
  const { components } = built();
  const reached = (from: "worker" | "page") => components.filter((part) => reachOf(part).includes(from)).map(nameOf);
  const sources = [...filesBelow("app"), ...filesBelow("workers")].filter((path) => /\.tsx?$/.test(path));
  const imports = sources.flatMap((path) => [
    ...textOf(path).matchAll(/^import (?!type )[^;]*?"((?:@[\w-]+\/)?\w[\w.-]*)[^":]*";/gm),
  ]);
  const packages = new Set(imports.map(([, name = ""]) => name).filter((name) => name !== "styled-system"));
  for (const tool of OF_TOOLS) packages.delete(tool);
  expect(packages.size).toBeGreaterThan(15);
  expect([...packages].filter((name) => !reached("worker").includes(name))).toEqual([]);
  expect(reached("page")).toEqual(expect.arrayContaining(["react", "react-dom", "react-router", "@ark-ui/react"]));
  expect(reached("page").filter((name) => ["zod", "drizzle-orm", "@simplewebauthn/server"].includes(name))).toEqual([]);
});

test("the list is not among the files that visitors get, nor in the Worker", () => {
  const served = [...filesBelow("build/client"), ...filesBelow("build/server")];
  expect(served.filter((path) => /\.cdx\.json$|bundled-/.test(path))).toEqual([]);
});
