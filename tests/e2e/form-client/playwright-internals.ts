import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInThisContext, Script } from "node:vm";

/**
 * What Playwright itself runs to read a locator and to judge an expectation, so that both mean here what they mean in
 * a browser. It is taken from the installed package, whose version is pinned; another layout of it fails at once.
 */
interface Isomorphic {
  asLocator: (language: "javascript", selector: string) => string;
  constructURLBasedOnBaseURL: (base: string | undefined, url: string) => string;
  escapeForAttributeSelector: (text: string | RegExp, exact: boolean) => string;
  escapeForTextSelector: (text: string | RegExp, exact: boolean) => string;
  urlMatches: (base: string | undefined, url: string, match: unknown) => boolean;
}

/** How Playwright's matchers ask: the name of the expectation and what is expected. */
export interface Expectation {
  expression: string;
  isNot: boolean;
  [more: string]: unknown;
}

export interface Received {
  matches: boolean;
  received?: { value?: unknown; ariaSnapshot?: string };
}

export type ElementState = "visible" | "hidden" | "enabled" | "disabled" | "editable" | "checked";

/** The script that Playwright puts into each page. */
export interface InjectedScript {
  parseSelector: (selector: string) => unknown;
  querySelectorAll: (selector: unknown, root: Node) => Element[];
  elementState: (element: Element, state: ElementState, frameShown: true) => { matches: boolean; received: string };
  expect: (element: Element | undefined, asked: Expectation, all: Element[], shown: boolean) => Promise<Received>;
  retarget: (element: Element, how: "none" | "follow-label" | "no-follow-label" | "button-link") => Element | null;
  selectOptions: (element: Element, options: readonly unknown[]) => string[] | string;
  previewNode: (element: Element) => string;
}

export type InjectedScriptClass = new (window: unknown, options: Record<string, unknown>) => InjectedScript;

const find = createRequire(createRequire(import.meta.url).resolve("@playwright/test"));
const BUNDLE = find.resolve("playwright-core/lib/coreBundle");

export const isomorphic = (find(BUNDLE) as { iso: Isomorphic }).iso;

/** Evaluates to the class of the injected script, in the realm of one page. */
export const injectedScript = new Script(
  `(() => { const module = {}; ${injectedSource()}; return module.exports.InjectedScript(); })()`,
);

function injectedSource(): string {
  const bundle = readFileSync(BUNDLE, "utf8");
  const from = bundle.indexOf('src/generated/injectedScriptSource.ts"()');
  const literal = /= ('(?:[^'\\\n]|\\.)*');/.exec(from < 0 ? "" : bundle.slice(from))?.[1];
  if (!literal) throw new Error("Playwright's injected script is not where it was: the form client reads it there");
  return runInThisContext(literal) as string;
}
