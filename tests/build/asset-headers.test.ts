import { expect, test } from "vitest";
import { ALWAYS } from "~/platform/http/security-headers";
import { textOf } from "./source";

test("files of the build carry the headers of every response, and a policy of their own", () => {
  const [all = ""] = textOf("public/_headers").split(/\n\s*\n/);
  const headers = new Map([...all.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]));
  expect(Object.entries(ALWAYS).filter(([name, value]) => headers.get(name) !== value)).toEqual([]);
  for (const kind of ["default-src", "object-src", "base-uri", "frame-ancestors"]) {
    expect(headers.get("Content-Security-Policy")).toContain(`${kind} 'none'`);
  }
});
