/**
 * A client of the JSON calls as somebody else would write one: from the specification alone, with cookies and headers
 * of its own, and nothing of Daybook's code.
 */
const HOME = new URL(process.env.DAYBOOK_URL ?? "http://localhost:8787").origin;

export type Json = Record<string, unknown>;

export interface Answer<Body = Json> {
  status: number;
  body: Body;
  headers: Headers;
}

interface Sending {
  headers?: Record<string, string>;
  /** Sent as it is, in place of JSON. */
  raw?: BodyInit;
  type?: string;
  /** In place of POST. */
  method?: string;
}

/** Only so many codes come from one network: each client has its own. */
function ownNetwork(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

export class Client {
  private readonly jar = new Map<string, string>();
  private readonly network = ownNetwork();

  cookie(name: string): string | undefined {
    return this.jar.get(name);
  }

  forget(name: string): void {
    this.jar.delete(name);
  }

  get<Body = Json>(path: string, { headers = {} }: Sending = {}): Promise<Answer<Body>> {
    return this.send<Body>(path, { method: "GET", headers });
  }

  /** A POST as the specification has it: JSON, with the token of the cookie as header. */
  post<Body = Json>(
    path: string,
    body: unknown = {},
    { headers = {}, raw, type, method = "POST" }: Sending = {},
  ): Promise<Answer<Body>> {
    const token = this.jar.get("csrftoken");
    return this.send<Body>(path, {
      method,
      body: raw ?? JSON.stringify(body),
      headers: {
        "Content-Type": type ?? "application/json",
        ...(token ? { "X-CSRFToken": token } : {}),
        ...headers,
      },
    });
  }

  /** One action of the diary. */
  diary<Body = Json>(action: string, body: Json): Promise<Answer<Body>> {
    return this.post<Body>("/api/session_diary/", { action, ...body });
  }

  /** A form of the local world, not a call. */
  async form(path: string, fields: Record<string, string>): Promise<Json> {
    const { body, status } = await this.send<Json>(path, { method: "POST", body: new URLSearchParams(fields) });
    if (status >= 400) throw new Error(`${path}: ${status}`);
    return body;
  }

  private async send<Body>(path: string, init: RequestInit): Promise<Answer<Body>> {
    // One connection a call: the server closes the one over which too much was sent, and the next call finds it shut.
    const headers = new Headers({ Origin: HOME, "CF-Connecting-IP": this.network, Connection: "close" });
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value);
    if (!headers.has("Cookie"))
      headers.set("Cookie", [...this.jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(HOME + path, { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) this.take(cookie);
    const text = await answer.text();
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    return { status: answer.status, body: (isJson ? JSON.parse(text) : { text }) as Body, headers: answer.headers };
  }

  private take(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0\b/i.test(cookie)) this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** Nobody, with the token that usercheck gives. */
export async function newVisitor(): Promise<Client> {
  const client = new Client();
  await client.get("/api/usercheck/");
  return client;
}

export const PASSWORD = "marble kettle lantern";

export interface Member {
  client: Client;
  username: string;
  email: string;
}

/** Somebody of this level, signed in, with a verified address and PASSWORD. */
export async function newMember(level = 9, more: Record<string, string> = {}): Promise<Member> {
  const client = new Client();
  const email = `person-${crypto.randomUUID()}@example.com`;
  const made = await client.form("/dev/new-user/", { level: String(level), email, password: PASSWORD, ...more });
  await client.get("/api/usercheck/");
  return { client, email, username: String(made.username) };
}

/** A token of the local stand-in for Turnstile. */
export async function botToken(action: "sign-up" | "forgot-password"): Promise<string> {
  const { token } = await new Client().form("/dev/turnstile/v0/token", { sitekey: "local-site-key", action });
  return String(token);
}

export const FORGED_TOKEN = "local.forged";

interface Mail {
  subject: string;
  text: string;
}

/** The text of the newest mail to an address; waits until there is one that holds `words`. */
export async function mailTo(address: string, words: RegExp): Promise<RegExpExecArray> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await new Client().get<Mail[]>(`/dev/mail/?to=${encodeURIComponent(address)}&format=json`);
    for (const { text } of body) {
      const found = words.exec(text);
      if (found) return found;
    }
    await new Promise((resume) => setTimeout(resume, 200));
  }
  throw new Error(`No mail to ${address} with ${words}`);
}

export const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** What an authenticator app shows now; with `ahead` in so many seconds. */
export async function codeNow(ahead = 0): Promise<string> {
  const { body } = await new Client().get<{ text: string }>(`/dev/code/?secret=${SECRET}&in=${ahead}`);
  return body.text;
}
