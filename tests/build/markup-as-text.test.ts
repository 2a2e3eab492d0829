import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as react from "react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { withTextChunks } from "~/ui/build/markup-as-text";
import { filesBelow, textOf } from "./source";

const RENDERER = "node_modules/react-dom/cjs/react-dom-server.edge.production.js";
const published = readFileSync(RENDERER, "utf8");

type Renderer = typeof import("react-dom/server.edge");

const required = createRequire(`${process.cwd()}/${RENDERER}`);
/** As the build has it: under test, packages are loaded as for development. */
const production: typeof react = required("../../react/cjs/react.production.js");
const { createElement: h, Suspense, use } = production;

/** React's renderer, evaluated from its text. */
function rendererOf(code: string): Renderer {
  const exports = {} as Renderer;
  const load = (name: string) => (name === "react" ? production : required(name));
  new Function("require", "exports", code)(load, exports);
  return exports;
}

const [asPublished, asText] = [rendererOf(published), rendererOf(withTextChunks(published))];

async function html({ renderToReadableStream }: Renderer, page: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const options = {
    nonce: "n0nce",
    bootstrapScriptContent: "start()",
    onError: (error: unknown) => void errors.push(error),
  };
  const drawn = await new Response(await renderToReadableStream(page, options)).text();
  expect(errors).toEqual([]);
  return drawn;
}

/** A part of a page that comes later than the rest. */
function Late({ of }: { of: Promise<string> }) {
  return h("b", { title: use(of) }, use(of));
}

function later(text: string): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, 5, text));
}

const PAGES: Record<string, () => ReactNode> = {
  "tags, values and texts": () =>
    h("html", { lang: "en" }, [
      h("head", { key: "head" }, h("title", null, "Übersicht – “£5”")),
      h("body", { key: "body" }, [
        h(
          "a",
          { key: "a", href: "/logbook/?date=2026-11-27&form=1", "data-quick": "", hidden: true },
          "a < b & ",
          7,
          "😀",
        ),
        h("input", { key: "i", defaultValue: 'say "aah"', disabled: false, style: { marginTop: 3, color: "red" } }),
        h("p", { key: "p", dangerouslySetInnerHTML: { __html: "<i>raw</i>" } }),
        h("select", { key: "s", defaultValue: "2" }, h("option", { value: "1" }, "one"), h("option", null, "2")),
      ]),
    ]),
  "more text than is kept before it is sent": () =>
    h("div", null, "ö".repeat(150_000), h("i", null, "x".repeat(70_000))),
  "parts that come late": () =>
    h("div", null, "now", h(Suspense, { fallback: h("i", null, "…") }, h(Late, { of: later("ün later") }))),
  "many parts, some of which are too long to wait for": () =>
    h(
      "div",
      null,
      ...Array.from({ length: 30 }, (_, at) => h(Suspense, { key: at, fallback: "…" }, h("p", null, "x".repeat(900)))),
    ),
  "nothing at all": () => null,
};

test.each(Object.entries(PAGES))("a page of %s is what React's own renderer draws", async (_what, page) => {
  const drawn = await html(asText, page());
  expect(drawn).toBe(await html(asPublished, page()));
  expect(drawn.length).toBeGreaterThan(10);
});

test("two pages that are drawn at once stay apart, each part with its own", async () => {
  const page = (name: string) =>
    h("div", { id: name }, name, h(Suspense, { fallback: null }, h(Late, { of: later(`late ${name}`) })));
  const [one, other] = await Promise.all([html(asText, page("one")), html(asText, page("other"))]);
  expect(one).toContain("late one");
  expect(one).not.toContain("other");
  expect(other).not.toContain("one");
});

test("a page whose reader has gone leaves nothing in the next one", async () => {
  const left = await asText.renderToReadableStream(h("p", null, "not yours"), { onError: () => {} });
  await left.cancel();
  const broken = await asText.renderToReadableStream(h("p", null, "nor this"), { onError: () => {} });
  const read = broken.getReader();
  const encode = TextEncoder.prototype.encode;
  TextEncoder.prototype.encode = () => {
    throw new Error("no memory");
  };
  await read.read().catch(() => {});
  TextEncoder.prototype.encode = encode;
  expect(await html(asText, h("p", null, "mine"))).toMatch(/^<p>mine<\/p>/);
});

test.each([
  ["writes a chunk elsewhere", published.replace("function writeChunk(", "function writeBytes(")],
  [
    "has one function more for it",
    published.replace("function closeWithError(", "function more() {}\nfunction closeWithError("),
  ],
  ["asks for sizes in more places", `${published}\nvar more = chunk.byteLength;`],
  ["makes bytes in more places", `${published}\nvar more = new Uint8Array(4096);`],
])("a version of React that %s stops the build", (_what, code) => {
  expect(() => withTextChunks(code)).toThrow("React");
});

test("the build draws its pages that way", () => {
  const drawing = filesBelow("build/server/assets")
    .map(textOf)
    .filter((text) => text.includes("function stringToChunk("));
  expect(drawing.length).toBe(1);
  expect(drawing[0]).toMatch(/function stringToChunk\(content\) \{\s*return content;/);
});
