import { lacks } from "./client-document";
import type { Cookies } from "./cookies";
import { ask } from "./network";
import { ClientResponse } from "./response";

export interface RequestOptions {
  form?: Record<string, string>;
  /** A text as it is, anything else as JSON. */
  data?: string | object;
  headers?: Record<string, string>;
  maxRedirects?: number;
  params?: Record<string, string>;
}

const KNOWN = new Set(["form", "data", "headers", "maxRedirects", "params"]);

/** `page.request`: questions outside of any page, with its cookies. */
export class ClientRequest {
  constructor(
    private readonly cookies: Cookies,
    private readonly baseURL: string,
    private readonly extraHeaders: Record<string, string>,
  ) {}

  get = (path: string, options: RequestOptions = {}) => this.send("GET", path, options);
  post = (path: string, options: RequestOptions = {}) => this.send("POST", path, options);

  private async send(method: string, path: string, options: RequestOptions): Promise<ClientResponse> {
    const strange = Object.keys(options).find((name) => !KNOWN.has(name));
    if (strange) throw lacks(`the option ${strange} of request.${method.toLowerCase()}`);
    const url = new URL(path, this.baseURL);
    for (const [name, value] of Object.entries(options.params ?? {})) url.searchParams.set(name, value);
    const { body, type } = bodyOf(options);
    const headers = {
      ...{ Accept: "*/*", "Accept-Encoding": "gzip,deflate,br", ...this.extraHeaders },
      ...(type ? { "Content-Type": type } : {}),
      ...options.headers,
    };
    return new ClientResponse(await ask({ method, url: url.href, headers, body }, this.cookies, options.maxRedirects));
  }
}

function bodyOf({ form, data }: RequestOptions): { body?: Buffer; type?: string } {
  if (form) {
    return { body: Buffer.from(new URLSearchParams(form).toString()), type: "application/x-www-form-urlencoded" };
  }
  if (data === undefined) return {};
  if (Buffer.isBuffer(data)) throw lacks("bytes as the data of a request");
  if (typeof data === "string") return { body: Buffer.from(data), type: "text/plain" };
  return { body: Buffer.from(JSON.stringify(data)), type: "application/json" };
}
