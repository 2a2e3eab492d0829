import type { MiddlewareFunction } from "react-router";
import { afterAnswerContext } from "~/platform/context";
import { besideDatabaseContext } from "~/platform/db/database.server";
import { middleware, loader as rootLoader } from "~/root";
import type { Reading } from "../../workers/copies";
import { contextOf, db, NOW } from "./harness";

type RouteFunction = (args: never) => unknown;

interface Route {
  loader?: RouteFunction;
  action?: RouteFunction;
}

interface Visit {
  path: string;
  /** Makes it a POST. */
  form?: Record<string, string | string[]> | FormData;
  params?: Record<string, string>;
  now?: number;
  /** As React Router's client asks, instead of as a browser does. */
  client?: boolean;
}

/** What the Worker does around the router. */
interface Around {
  open(request: Request, path: string): Reading;
  /** Takes what goes on after the answer. */
  afterAnswer(work: Promise<unknown>): unknown;
}

const PLAIN: Around = {
  open: () => ({ database: db, beside: db, withBookmark: (response) => response }),
  afterAnswer: (work) => work,
};

/**
 * A browser with its cookies, in front of the real middleware: pages are given, not found by their address.
 * After a page its root loader runs, as it does for a document.
 */
export function openBrowser(origin = "http://daybook.test", around = PLAIN) {
  const cookies = new Map<string, string>();

  async function visit(route: Route, { path, form, params = {}, now = NOW, client = false }: Visit) {
    const url = new URL(path, origin);
    const asked = new URL(url);
    if (client) asked.pathname = `${asked.pathname}_.data`;
    const headers = new Headers({ Origin: origin, Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") });
    const body = form && (form instanceof FormData ? form : encoded(form));
    const request = new Request(asked, { headers, ...(body ? { method: "POST", body } : {}) });
    const { database, beside, withBookmark } = around.open(request, url.pathname);
    const context = contextOf(null, now, database);
    context.set(besideDatabaseContext, beside);
    context.set(afterAnswerContext, around.afterAnswer);
    const args = { request, params, context, url, pattern: "" };
    let root: unknown;
    const page = async () => {
      const answer = await responseOf(() => (body ? route.action : route.loader)?.(args as never));
      if (!answer.headers.has("Location")) root = (await rootLoader(args as never))?.data;
      return answer;
    };
    const chain = middleware.reduceRight<() => Promise<Response>>(
      (next, each) => () => responseOf(() => runOne(each as MiddlewareFunction<Response>, args, next)),
      page,
    );
    const response = withBookmark(await chain());
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const at = pair.indexOf("=");
      const gone = attributes.some((each) => each === "Max-Age=0" || each.startsWith("Expires=Thu, 01 Jan 1970"));
      if (gone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { response, status: response.status, location: response.headers.get("Location"), root: root as RootData };
  }

  return { visit, cookies };
}

export type Browser = ReturnType<typeof openBrowser>;
export type RootData = NonNullable<Awaited<ReturnType<typeof rootLoader>>>["data"];

async function runOne(each: MiddlewareFunction<Response>, args: unknown, next: () => Promise<Response>) {
  let called: Promise<Response> | undefined;
  const answer = await each(args as never, () => {
    called ??= next();
    return called;
  });
  return answer ?? called ?? next();
}

/** What is thrown or returned, as the response that it becomes. */
async function responseOf(run: () => unknown): Promise<Response> {
  const result = await (async () => run())().catch((thrown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  });
  if (result instanceof Response) return result;
  const wrapped = result as { type?: string; data?: unknown; init?: ResponseInit | null } | undefined;
  const isWrapped = wrapped?.type === "DataWithResponseInit";
  return Response.json((isWrapped ? wrapped.data : result) ?? null, (isWrapped && wrapped.init) || undefined);
}

function encoded(form: Record<string, string | string[]>): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return new URLSearchParams(pairs);
}
