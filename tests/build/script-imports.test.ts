import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** `const { one, other } = await load("app/….ts")`: neither types nor lint see that the names are there. */
const LOADS = /\{([^}]+)\} = await load\("([^"]+)"\)/g;
/** Where `load` of a script begins to look. */
const FOLDERS = ["", "app/account/passwords/"];

test("scripts load modules that are there, and names that these export", () => {
  const loads = filesBelow("scripts").flatMap((script) =>
    [...textOf(script).matchAll(LOADS)].map(([, names = "", path = ""]) => ({ script, names, path })),
  );
  expect(loads.length).toBeGreaterThan(5);
  const missing = loads.flatMap(({ script, names, path }) => {
    const file = FOLDERS.map((folder) => folder + path).find(existsSync);
    const text = file ? textOf(file) : "";
    const loaded = names.split(",").map((name) => name.trim());
    return loaded
      .filter((name) => !new RegExp(`^export (async )?(const|function\\*?|class) ${name}\\b`, "m").test(text))
      .map((name) => `${script}: ${name} of ${path}`);
  });
  expect(missing).toEqual([]);
});

test("a script that installs the packages loads them in the Node that was installed", () => {
  const loading = filesBelow("scripts").filter((script) => {
    const [, after] = textOf(script).split("ensureInstalled();");
    return after?.includes("await import(");
  });
  expect(loading).not.toEqual([]);
  expect(loading.filter((script) => !textOf(script).includes("ensureOwnNode();"))).toEqual([]);
});
