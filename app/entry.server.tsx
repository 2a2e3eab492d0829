import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { logError } from "~/http/error-log";
import { pagePolicy } from "~/http/security-headers";
import { NonceContext } from "~/ui/nonce";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  let code = status;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        code = 500;
        handleError(error, { request });
      },
    },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(nonce, import.meta.env.DEV));
  headers.set("Cache-Control", "no-store");
  return new Response(body, { status: code, headers });
}

/** Errors of loaders, actions and pages; what a visitor broke off is none. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) logError(error);
}
