import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { pagePolicy } from "~/http/security-headers";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  let code = status;
  const body = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
    onError(error) {
      code = 500;
      if (!request.signal.aborted) console.error(error);
    },
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(nonce, import.meta.env.DEV));
  headers.set("Cache-Control", "no-store");
  return new Response(body, { status: code, headers });
}
