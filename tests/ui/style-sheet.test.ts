import { expect, test } from "vitest";
import { slimSheet } from "~/ui/styles/style-sheet";

test("a token stands where it is used, and is a variable only where light and dark differ", () => {
  const sheet = `@layer tokens{:where(:root, :host) { --space-1: 4px; --ink: light-dark(#000, #fff);
    --line: 1px solid var(--ink); --unused: light-dark(#111, #eee); }
    @keyframes spin { to { rotate: 360deg; } }}
    .a { border: var(--line); margin: calc(var(--space-1) * -1); color: var(--own); }`;
  const slim = slimSheet(sheet);
  expect(slim).toContain(".a { border: 1px solid var(--ink); margin: calc(4px * -1); color: var(--own); }");
  expect(slim).toContain("@layer tokens{:root{--ink:light-dark(#000, #fff)}");
  expect(slim).toContain("@keyframes spin");
});

test("the starting values of filters are left out", () => {
  expect(slimSheet("*, ::before { --blur: /* */; --hue: /* */ }\n.a { color: red }")).toBe("\n.a { color: red }");
});
