import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { css } from "styled-system/css";
import "./app.css";
import { draftAround, formDraftContext } from "~/account/form-drafts/form-drafts.server";
import { clearBrowserStores, keepFormDraft } from "~/account/form-drafts/middleware.server";
import { menuLevel } from "~/account/guard.server";
import { ANONYMOUS_LEVEL, homeOf, menuFor } from "~/account/levels";
import { endedLoginContext, findLogin, userContext } from "~/account/login/logins.server";
import { leadToTerms } from "~/account/terms/terms.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { askUsage, enforceQuota } from "~/data/usage/middleware.server";
import { deviceOf } from "~/diary/no-signal/devices.server";
import { refillKept } from "~/diary/no-signal/middleware.server";
import { afterAnswerContext } from "~/platform/context";
import { besideDatabase, databaseContext } from "~/platform/db/database.server";
import { renewCsrf } from "~/platform/http/csrf.server";
import { clearFlash, readFlash } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { addToNote } from "~/platform/http/request-note.server";
import { nowContext } from "~/platform/time/clock";
import { londonToday } from "~/platform/time/london";
import { withToday } from "~/platform/time/today.server";
import { connection } from "~/ui/connection/connection";
import { reloadAfterConflict } from "~/ui/connection/revalidate";
import { SendAgain } from "~/ui/connection/send-again";
import { NotFound, referenceIn, SomethingWrong } from "~/ui/layout/failure";
import { Footer } from "~/ui/layout/footer";
import { TopBar } from "~/ui/layout/top-bar";
import { PAGE as NO_SIGNAL_PAGE } from "~/ui/no-signal/addresses";
import { FlashNotice } from "~/ui/overlays/flash-notice";
import type { Route } from "./+types/root";
import { markChanges } from "./account/backups/due.server";

import { DraftElsewhere } from "./ui/forms/form-state";
import { type FramedHandle, scrollKey } from "./ui/layout/front";

export const middleware: Route.MiddlewareFunction[] = [
  function noteRoute({ pattern }) {
    addToNote({ route: pattern.replace(/^\/?/, "/") });
  },
  function noteWhen({ context }, next) {
    return withToday(londonToday(context.get(nowContext)), next);
  },
  renewCsrf,
  askUsage,
  async function findWhoAsks({ request, context, url }) {
    const [db, now] = [context.get(databaseContext), context.get(nowContext)];
    const noting = { db: besideDatabase(context), afterAnswer: context.get(afterAnswerContext) };
    const { user, ended, acceptedTerms } = await findLogin(db, request, now, noting);
    addToNote({ isSignedIn: user !== null });
    context.set(userContext, user);
    context.set(endedLoginContext, ended);
    if (user && acceptedTerms < TERMS_VERSION) leadToTerms(request, url);
  },
  clearBrowserStores,
  markChanges,
  enforceQuota,
  keepFormDraft,
  refillKept,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  reloadAfterConflict,
  (args, next) => connection.guard?.(args, next),
];

const loadNoConnection = () => import("~/ui/connection/no-connection");
const loadKeys = () => import("~/ui/keys/global-keys");
const loadHelp = () => import("~/account/sign-up/views/password-help");

export function loader({ request, context, url }: Route.LoaderArgs) {
  // A device keeps this page: it is the same for everybody, so it has no menu.
  if (url.pathname === NO_SIGNAL_PAGE) return null;
  const user = context.get(userContext);
  const level = user ? menuLevel(user) : ANONYMOUS_LEVEL;
  // Whether forms that ask for a code beside the password offer a passkey instead.
  const byPasskey = user?.asks_factor === true && !user.has_totp;
  const draft = user && draftAround(url, context.get(formDraftContext));
  const said = readFlash(request, context.get(nowContext));
  const flash = said && { ...said, undo: said.undo && pathTo("/logbook/undo/:undoRef/", { undoRef: said.undo }) };
  const headers = flash ? { "Set-Cookie": clearFlash(request) } : undefined;
  // A visitor types no date, and their pages are the same each day.
  const today = user ? londonToday(context.get(nowContext)) : undefined;
  // What is typed on a device is sealed for the account that switched it on: known before any call of its script.
  const account = user && deviceOf(request) ? user.unique_ref : undefined;
  return data({ level, byPasskey, flash, draft, today, account }, { headers });
}

/**
 * Remounts the page for each address, so that no control keeps what was typed for another record. A route with a frame
 * handles that itself.
 */
export default function Root() {
  const { pathname, search } = useLocation();
  const frame = useMatches().find(({ handle }) => (handle as FramedHandle | undefined)?.frame);
  return <Outlet key={frame?.id ?? pathname + search} />;
}

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const level = root?.level ?? ANONYMOUS_LEVEL;
  return (
    <html lang="en-GB" style={useFoot()} data-today={root?.today}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        <TopBar entries={root ? menuFor(level) : []} home={homeOf(level)} here={useLocation().pathname} />
        <main id="content" tabIndex={-1} className={main}>
          <Later load={loadNoConnection} />
          <FlashNotice root={root} />
          <DraftElsewhere draft={root?.draft} />
          {children}
        </main>
        <Footer />
        <Later load={level > ANONYMOUS_LEVEL ? loadKeys : loadHelp} />
        <ClientScript />
      </body>
    </html>
  );
}

/**
 * Style with the text for the foot of each printed sheet: only styles of the document element reach the page margins.
 */
function useFoot(): CSSProperties | undefined {
  const page = useMatches().at(-1)?.loaderData as { page_foot?: CSSProperties } | undefined;
  return page?.page_foot;
}

/**
 * After a client-side navigation, focuses the content unless something in it took the focus: else the next Tab would
 * start at the top bar.
 */
function useFocusOnArrival(): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    const arrived = key !== first.current;
    first.current = key;
    if (arrived && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [key]);
}

/** Pages whose handle says `script: false`, and errors, are plain HTML, except for their menus (`menuScript`). */
function ClientScript() {
  useFocusOnArrival();
  const error = useRouteError();
  const plain = useMatches().some((match) => (match.handle as { script?: boolean } | undefined)?.script === false);
  if (error || plain) return null;
  return (
    <>
      <ScrollRestoration getKey={scrollKey} />
      <Scripts />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const signedIn = (useRouteLoaderData<typeof loader>("root")?.level ?? 0) > ANONYMOUS_LEVEL;
  const deleted = isRouteErrorResponse(error) && error.status === 404;
  const failed = isRouteErrorResponse(error) ? <Refused {...error} /> : <SomethingWrong unexpected />;
  const page = deleted ? <NotFound signedIn={signedIn} /> : failed;
  return import.meta.env.SSR ? <SendAgain deleted={deleted}>{page}</SendAgain> : page;
}

function Refused({ status, data }: { status: number; data: unknown }) {
  const reference = referenceIn(data);
  // The router's own refusals are error texts for programmers.
  const isSaid = status < 500 || status === 503;
  const ours = isSaid && typeof data === "string" && !data.startsWith("Error:");
  const [reason, title] = ours ? data.split("\n") : [];
  return <SomethingWrong reason={reason} title={title} unexpected={!!reference} reference={reference} />;
}

const main = css({
  "&:focus": { outline: "none" },
  width: "full",
  maxWidth: "page",
  marginInline: "auto",
  paddingInline: { base: "4", wide: "5" },
  paddingTop: { base: "4", wide: "5" },
  paddingBottom: { base: "8", _print: "0" },
  flex: "1",
  display: "flex",
  flexDirection: "column",
  gap: "4",
  // A notice above a dialog is as wide as the dialog.
  "&:has(> [data-dialog-page]) > :not([data-dialog-page])": {
    maxWidth: { wide: "dialog" },
    width: "full",
    marginInline: { wide: "auto" },
  },
});

/** A part that is not essential to the page: loaded after the page, which does not wait for it. */
function Later({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [loaded, setLoaded] = useState<{ default: ComponentType } | null>(null);
  useEffect(() => {
    load().then(setLoaded, () => {});
  }, [load]);
  return loaded && <loaded.default />;
}
