import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { userContext } from "~/account/login/logins.server";
import { jobsContext, type Site, siteContext } from "~/platform/context";
import { vaultContext } from "~/platform/crypto/vault.server";
import { type Database, databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import * as extras from "~/routes/extras/extras";
import * as logbook from "~/routes/logbook/logbook";
import * as progress from "~/routes/progress/progress";
import * as paper from "~/routes/reports/report-print";

type Batch = Parameters<Database["batch"]>[0];

/** The pages of Daybook whose batch can be asked for. */
const PAGES: Record<string, { loader?: unknown }> = {
  "/logbook/": logbook,
  "/progress/": progress,
  "/extras/": extras,
  "/reports/paper/": paper,
};

const remembered = new Map<string, Batch[]>();

/**
 * The rows of exactly the batch that Daybook's logbook page asks for, and nothing of what it makes of them.
 * The page's loader runs once for each user and address to tell its queries; after that only they run.
 */
export async function sameBatch(args: LoaderFunctionArgs): Promise<object[][]> {
  const db = args.context.get(databaseContext);
  const key = `${args.context.get(userContext)?.unique_ref} ${new URL(args.request.url).search}`;
  const batches = remembered.get(key) ?? (await batchesOfLogbook(db, args));
  remembered.set(key, batches);
  const tables: object[][] = [];
  for (const batch of batches) tables.push(...((await db.batch(batch)) as unknown as object[][]));
  return tables;
}

async function batchesOfLogbook(db: Database, args: LoaderFunctionArgs): Promise<Batch[]> {
  const batches: Batch[] = [];
  const telling = new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return (batch: Batch) => {
        batches.push(batch);
        return target.batch(batch);
      };
    },
  });
  await runPage(telling, args, "/logbook/");
  return batches;
}

/** Runs the loader of a page of Daybook over a database that watches. */
export async function runPage(
  db: Database,
  { context, request, ...args }: LoaderFunctionArgs,
  path: string,
): Promise<unknown> {
  const { loader } = PAGES[path] as { loader?: (args: LoaderFunctionArgs) => unknown };
  const own = new RouterContextProvider();
  own.set(databaseContext, db);
  own.set(userContext, context.get(userContext));
  own.set(vaultContext, context.get(vaultContext));
  own.set(nowContext, context.get(nowContext));
  // No page that is only looked at sends anything, or asks where it is.
  own.set(jobsContext, { nudge: () => {}, send: async () => {}, sendAll: async () => {} });
  own.set(siteContext, {} as Site);
  const address = new URL(request.url);
  address.pathname = path;
  return loader?.({
    ...args,
    context: own,
    request: new Request(address, request),
    url: address,
  } as LoaderFunctionArgs);
}
