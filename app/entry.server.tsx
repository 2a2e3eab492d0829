// The renderer for Node encodes whole runs of markup, the one for Workers each tag, name and value: half as much CPU again.
import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { menuLevel } from "~/account/guard.server";
import { ANONYMOUS_LEVEL } from "~/account/levels";
import { userContext } from "~/account/login/logins.server";
import { LOGIN_COOKIE, readCookie } from "~/platform/http/cookies";
import { pagePolicy } from "~/platform/http/security-headers";
import { siteContext } from "./platform/context";
import { logError } from "./platform/http/log";
import { currentNote } from "./platform/http/request-note.server";
import { sentForm } from "./platform/http/sent-form.server";
import { SentFormContext } from "./ui/connection/send-again";
import { RequestIdContext } from "./ui/layout/failure";
import { menuScript } from "./ui/layout/menus";
import { NonceContext } from "./ui/layout/page-script";
import { SharedLink } from "./ui/layout/shared-link";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  noteBar(request, entryContext, context);
  const { errors, actionData } = entryContext.staticHandlerContext;
  // With a page that is not there, the answer of an action is that of a form whose row was deleted.
  const isLost = status === 500 || (status === 404 && actionData !== null);
  const sent = isLost && errors ? await sentForm(request, actionData) : null;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  let code = status;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <RequestIdContext value={currentNote()?.id ?? ""}>
        <SentFormContext value={sent}>
          <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
        </SentFormContext>
      </RequestIdContext>
      {/* Here and not in the root, whose elements the scripts of every page contain too. */}
      <InstallLinks />
      {status === 200 && <SharedLink path={new URL(request.url).pathname} origin={context.get(siteContext).origin} />}
    </NonceContext>,
    {
      nonce,
      bootstrapScriptContent: menuScript(entryContext),
      signal: request.signal,
      onError(error) {
        code = 500;
        handleError(error, { request });
      },
    },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(nonce, import.meta.env.DEV, framesOf(entryContext, context)));
  headers.set("Cache-Control", "no-store");
  if (code === 503) headers.set("Retry-After", "5");
  return new Response(body, { status: code, headers });
}

/**
 * What the bar of an error page needs: the root's loader was not called where an action failed. Nothing is known of
 * somebody with a login that could not be looked up.
 */
function noteBar(
  request: Request,
  { staticHandlerContext: { errors, loaderData } }: EntryContext,
  context: RouterContextProvider,
): void {
  const user = currentNote()?.isSignedIn ? context.get(userContext) : null;
  if (!errors || loaderData.root || (!user && readCookie(request, LOGIN_COOKIE) !== null)) return;
  loaderData.root = { level: user ? menuLevel(user) : ANONYMOUS_LEVEL };
}

/**
 * The origin of frames that the page may show: pages whose handle says `botCheck` may show Turnstile's frame. A policy
 * applies to a document, so link to such pages with a document load.
 */
function framesOf({ staticHandlerContext, routeModules }: EntryContext, context: RouterContextProvider): string | null {
  const checks = staticHandlerContext.matches.some(({ route }) => {
    const handle = routeModules[route.id]?.handle as { botCheck?: true } | undefined;
    return handle?.botCheck === true;
  });
  return checks ? new URL(context.get(siteContext).turnstile.scriptUrl).origin : null;
}

/** Logs errors of loaders, actions and pages, except requests that the visitor aborted and refusals. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503))) return;
  logError(error);
}

/**
 * Elements for the head, which React lifts there: with them Daybook opens from a phone's home screen in a window of its
 * own, framed in the colour of the top bar (`card` of tokens.ts). Nothing of a diary is kept on the device: a service worker
 * is only on devices that were switched on for it, and keeps one page that is the same for everybody (app/ui/no-signal).
 */
function InstallLinks() {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171e22" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
    </>
  );
}
