import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

const declared = [...textOf("app/routes.ts").matchAll(/route\("([^"]+)"/g)].map(([, path]) => `/${path}`);

/**
 * Beginnings that calls and pages of the local world are told by, what is answered before the router, folders and files of
 * the build, and the end of a backup's name.
 */
const NO_PAGES = [
  "/api/",
  "/dev/",
  "/csp-report/",
  "/assets/",
  "/styled-system/",
  "/last",
  "/favicon.svg",
  "/shared-link.png",
  "/manifest.webmanifest",
  "/icons/apple-touch-180.png",
  "/healthz",
  "/no_signal/page.js",
  "/no_signal/worker.js",
];

/** Every text that looks like an address, up to its query, in quotes or backticks. */
function addressesIn(path: string): string[] {
  const texts = textOf(path).matchAll(/["'`](\/[a-z_][^"'`\s#]*)/g);
  return [...texts].map(([, text]) => (declared.includes(text as string) ? text : text?.split("?")[0]) as string);
}

test("each address that is written down is one of routes.ts, and `pathTo` alone puts parameters into one", () => {
  const sources = [...filesBelow("app"), ...filesBelow("workers")].filter((path) => /\.tsx?$/.test(path));
  const wrong = sources
    .filter((path) => !path.startsWith("app/routes/dev/"))
    .flatMap((path) => addressesIn(path).map((address) => ({ path, address })))
    .filter(({ address }) => !declared.includes(address) && !NO_PAGES.includes(address));
  expect(wrong).toEqual([]);
});
