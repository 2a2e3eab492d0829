import dns from "node:dns";
import { Agent } from "node:http";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export { expect, type Page };

/**
 * One connection for each request that Playwright sends itself: a server may close one that is kept just when it is used
 * again, and only a browser sends again then.
 */
(Agent.prototype as unknown as { keepSocketAlive: () => boolean }).keepSocketAlive = () => false;

/**
 * Before each of these requests Playwright asks for the name's IPv6 address, too. Of `localhost` a machine's own table
 * often has none, and it asks a name server on the network: a tenth of a second a request.
 */
const lookUp = dns.promises.lookup as (host: string, options: dns.LookupAllOptions) => Promise<dns.LookupAddress[]>;
const lookUpHere: typeof lookUp = async (host, options) => {
  if (host !== "localhost") return lookUp(host, options);
  return options.family === 6 ? [] : [{ address: "127.0.0.1", family: 4 }];
};
Object.assign(dns.promises, { lookup: lookUpHere });

interface Fixtures {
  /** Signs the page in as a new user of this level, whose address is confirmed, without driving the forms. */
  signIn: (level?: number) => Promise<void>;
  /** What every context of the journey has, told to the form client as Playwright tells it to a browser. */
  contextDefaults: undefined;
  /** Fails the journey when the browser reports a violation of the page's policy, or an error in its script. */
  watched: undefined;
}

/**
 * A page of the diary, which turns away a login that was ended elsewhere; where copies lag, which may not have heard of
 * that, one that is read from the primary.
 */
export function turningAway(page: string): string {
  return process.env.DAYBOOK_LAG ? "/email/" : page;
}

/** A network of this journey alone, as Cloudflare would name it: only so much is let through from one. */
function ownNetwork(): { "CF-Connecting-IP": string } {
  const part = () => Math.floor(Math.random() * 256);
  return { "CF-Connecting-IP": `10.${part()}.${part()}.${part()}` };
}

/**
 * What Chromium says when a page is left between the first line of an answer and its end: React Router 8 hands on a
 * promise of that end (`decode` of its turbo-stream) and catches it nowhere. Nobody is shown it and nothing waits for it.
 */
const LEFT_WHILE_ANSWERED = "signal is aborted without reason";

export interface WorkerOptions {
  /** Without a browser: pages and forms over HTTP. */
  overHttp: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  /** What `reusedContext` keeps from journey to journey, once one has asked for it. */
  kept: { context: BrowserContext | undefined; journeys: number };
}

/** Journeys of one context: what each leaves in its process makes the next a little slower. */
const MAX_JOURNEYS = 40;

/**
 * A browser context that goes from journey to journey, emptied in between: it loads and compiles the product's scripts
 * once, where a new one for each journey takes a tenth more of the whole run's work. Each journey has pages of its own.
 */
async function reusedContext(browser: Browser, kept: WorkerFixtures["kept"]): Promise<BrowserContext> {
  if (!kept.context) {
    kept.context = await browser.newContext();
    kept.journeys = 0;
    // Without a page that stays the process that compiled them would end with the last page of a journey.
    await (await kept.context.newPage()).goto("/terms/");
    // A clock cannot be taken out again: the next journey gets a context of its own.
    const { clock } = kept.context;
    const install = clock.install.bind(clock);
    clock.install = (options) => {
      kept.context = undefined;
      return install(options);
    };
  }
  return kept.context;
}

/** Nobody is signed in, and nothing of the journey before goes on. */
async function emptyContext(context: BrowserContext): Promise<void> {
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await context.clearCookies();
  await context.clearPermissions();
  await context.unrouteAll();
  await context.setOffline(false);
}

/** Loaded only where it is used: what it parses pages with is large. */
function formClientModule() {
  return import("./form-client/browser");
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  overHttp: [false, { option: true, scope: "worker" }],
  kept: [({ browser: _ }, use) => use({ context: undefined, journeys: 0 }), { scope: "worker" }],
  browser: [
    async ({ playwright, overHttp }, use) => {
      const browser = overHttp ? (await formClientModule()).formClientAsBrowser : await playwright.chromium.launch();
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 0 },
  ],
  contextDefaults: [
    async ({ overHttp, baseURL, extraHTTPHeaders, javaScriptEnabled }, use) => {
      if (overHttp) (await formClientModule()).formClient.defaults = { baseURL, extraHTTPHeaders, javaScriptEnabled };
      await use(undefined);
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use(ownNetwork()),
  context: async ({ browser, kept, extraHTTPHeaders, overHttp, hasTouch, bypassCSP }, use) => {
    // These are of a context from its beginning.
    if (overHttp || hasTouch || bypassCSP) {
      const context = await browser.newContext();
      await use(context);
      return context.close();
    }
    const context = await reusedContext(browser, kept);
    await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await use(context);
    kept.journeys += 1;
    if (kept.context === context && kept.journeys < MAX_JOURNEYS) return emptyContext(context);
    if (kept.context === context) kept.context = undefined;
    await context.close();
  },
  signIn: async ({ page, baseURL }, use) => {
    await use(async (level = 9) => {
      const answer = await page.request.post("/dev/new-user/", {
        form: { level: String(level), email: `person-${crypto.randomUUID()}@example.com` },
        headers: { Origin: new URL(baseURL as string).origin },
      });
      expect(answer.ok()).toBe(true);
    });
  },
  watched: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy|Hydration|hydrat/i.test(message.text())) problems.push(message.text());
      });
      page.on("pageerror", (error) => {
        if (error.message !== LEFT_WHILE_ANSWERED) problems.push(error.message);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** What must be true after a page came back with faults: said in the title, in the summary, and at the field. */
export async function expectRefused(page: Page, message: string) {
  await expect(page).toHaveTitle(/^Error: /);
  const summary = page.locator("#error-summary");
  await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(summary.getByText(message)).toBeVisible();
  const field = (await summary.getByText(message).getAttribute("href"))?.slice(1);
  // A group of answers is marked by its words alone.
  const typed = page.locator(`:is(input, textarea, select)[id="${field}"]:not([type=radio], [type=checkbox])`);
  if ((await typed.count()) > 0) await expect(typed).toHaveAttribute("aria-invalid", "true");
}
