import { randomBytes } from "node:crypto";
import { lacks } from "./client-document";

/** What a navigation sends, before the headers that every navigation has. */
export interface Submission {
  method: "GET" | "POST";
  url: string;
  type?: string;
  body?: Buffer;
}

type Entry = [name: string, value: string | File];

/** The request that a form makes when this button is pressed, by the submission algorithm of the HTML standard. */
export async function submissionOf(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Submission> {
  const setting = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  const method = setting("method").toLowerCase() === "post" ? "POST" : "GET";
  if (setting("method").toLowerCase() === "dialog") throw lacks("forms of dialogs");
  if (!["", "_self"].includes(setting("target"))) throw lacks("forms that open another page");
  const page = form.ownerDocument;
  const window = page.defaultView as Window & typeof globalThis;
  const url = new URL(setting("action").trim() || page.URL, page.baseURI);
  const entries = [...new window.FormData(form, submitter)].map(([name, value]): Entry => {
    return [lineEnds(name), typeof value === "string" ? lineEnds(value) : value];
  });
  if (method === "GET") {
    url.search = urlEncoded(entries);
    return { method, url: url.href };
  }
  const enctype = setting("enctype").toLowerCase();
  if (enctype === "text/plain") throw lacks("forms of plain text");
  if (enctype === "multipart/form-data") return { method, url: url.href, ...(await multipart(entries)) };
  return { method, url: url.href, type: "application/x-www-form-urlencoded", body: Buffer.from(urlEncoded(entries)) };
}

function lineEnds(text: string): string {
  return text.replace(/\r\n?|\n/g, "\r\n");
}

function urlEncoded(entries: readonly Entry[]): string {
  const pairs = entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}

async function multipart(entries: readonly Entry[]): Promise<{ type: string; body: Buffer }> {
  const boundary = `----WebKitFormBoundary${randomBytes(12).toString("base64url").replace(/[-_]/g, "A")}`;
  const parts: Buffer[] = [];
  for (const [name, value] of entries) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") parts.push(Buffer.from(`${head}\r\n\r\n${value}`));
    else {
      const type = value.type || "application/octet-stream";
      parts.push(Buffer.from(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`));
      parts.push(Buffer.from(await value.arrayBuffer()));
    }
    parts.push(Buffer.from("\r\n"));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

function quoted(text: string): string {
  return text.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}
