import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../fixtures";
import { Context } from "../form-client/context";
import type { Page as ClientPage } from "../form-client/page";
import { Comparison } from "./comparison";
import { Stage } from "./stage";

/** The paths on which something was sent from both. */
const seen = new Set<string>();

export interface ReauthenticationFields {
  stage: Stage;
  /** A page of the form client, by the interface of any other. */
  client: Page;
  comparison: Comparison;
  /** Compares a page that came otherwise. */
  compareAnswer: (path: string, headers: Record<string, string>, body: Buffer) => Promise<void>;
  /** Opens these pages with the client and compares each. */
  compare: (...paths: string[]) => Promise<void>;
  /** Compares the page that the client shows. */
  compareShown: () => Promise<void>;
}

export const test = base.extend<ReauthenticationFields>({
  stage: async ({ baseURL: _ }, use) => {
    const stage = await Stage.open();
    await use(stage);
    stage.close();
  },
  client: async ({ baseURL, extraHTTPHeaders }, use) => {
    const context = new Context({ baseURL, extraHTTPHeaders });
    await use((await context.newPage()) as unknown as Page);
    await context.close();
  },
  comparison: async ({ stage, page, extraHTTPHeaders }, use) => {
    const comparison = new Comparison(stage, page, extraHTTPHeaders ?? {});
    await use(comparison);
    expect(comparison.presses).toBeGreaterThan(0);
  },
  compareAnswer: async ({ comparison }, use) => {
    await use(async (path, headers, body) => {
      if ((await comparison.compare(path, headers, body)) > 0) seen.add(path.replace(/\?.*/, ""));
    });
  },
  compareShown: async ({ client, compareAnswer }, use) => {
    await use(async () => {
      const { pathname, search } = new URL(client.url());
      const { headers, body } = (client as unknown as ClientPage).answer;
      await compareAnswer(pathname + search, headers, body);
    });
  },
  compare: async ({ client, compareShown }, use) => {
    await use(async (...paths) => {
      for (const path of paths) {
        await client.goto(path);
        await compareShown();
      }
    });
  },
});

/** The pages whose route takes a form, but on which nothing was sent. */
export function pagesNotSeen(): string[] {
  const routes = [...readFileSync("app/routes.ts", "utf8").matchAll(/route\("([^"]*)", "([^"]+\.tsx)"/g)];
  const taking = routes.filter(([, , file]) =>
    /^export (async function|function|const) action\b|^export \{.*\baction\b/m.test(
      readFileSync(`app/${file}`, "utf8"),
    ),
  );
  if (taking.length < 70) throw new Error(`Only ${taking.length} routes take a form: is app/routes.ts read rightly?`);
  const paths = taking.map(([, path = ""]) => path).filter((path) => path !== "*" && !path.startsWith("dev/"));
  return paths.filter((path) => ![...seen].some((address) => patternOf(path).test(address)));
}

/** A reference or a date has a capital letter or a digit, as no word of an address has. */
function patternOf(path: string): RegExp {
  const pattern = path.replace(/:\w+\?\//g, "(?:[^/]+/)?").replace(/:\w+/g, "(?=[^/]*[A-Z0-9])[^/]+");
  return new RegExp(`^/${pattern}$`);
}
