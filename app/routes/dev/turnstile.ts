import { issueToken, siteverify, type Verification } from "~/dev/turnstile.server";
import script from "~/dev/turnstile-api.js?raw";
import { formStoreContext, siteContext } from "~/platform/context";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/turnstile";

/** Local builds only: `/dev/turnstile/v0/api.js`, which a page loads in place of Cloudflare's script. */
export function loader({ params }: Route.LoaderArgs) {
  if (params["*"] !== "api.js") throw new Response(null, { status: 404 });
  return new Response(script, { headers: { "Content-Type": "text/javascript; charset=utf-8" } });
}

/** Local builds only: `token`, which that script requests, and `siteverify`, which the Worker requests. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const stand = {
    store: context.get(formStoreContext),
    site: context.get(siteContext),
    now: context.get(nowContext),
  };
  if (params["*"] === "token") {
    const issued = await issueToken(stand, new URLSearchParams(await request.text()), url.hostname);
    return issued ? Response.json(issued) : new Response(null, { status: 400 });
  }
  if (params["*"] !== "siteverify") return new Response(null, { status: 404 });
  const asked = await read(request);
  return Response.json(asked ? await siteverify(stand, asked) : { success: false, "error-codes": ["bad-request"] });
}

/** Reads a form or JSON, as Cloudflare accepts both; null for neither. */
async function read(request: Request): Promise<Verification | null> {
  try {
    const isJson = request.headers.get("Content-Type")?.includes("json");
    return isJson ? await request.json() : Object.fromEntries((await request.formData()).entries());
  } catch {
    return null;
  }
}
