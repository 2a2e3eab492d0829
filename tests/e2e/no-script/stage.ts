import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Shown {
  path: string;
  headers: Record<string, string>;
  body: Buffer | string;
}

const TYPES: Record<string, string> = { css: "text/css", svg: "image/svg+xml", woff2: "font/woff2", png: "image/png" };
/** They say how an answer came, not what it is. */
const OF_TRANSPORT = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"]);
/** How Chromium names itself and the line that it uses. */
const OF_NOBODY = /^(host|connection|keep-alive|user-agent|sec-ch-ua.*)$/;

/** A server that shows one page, with the style of the product, and writes down what is sent to it without taking it. */
export class Stage {
  /** Until it was asked for. */
  private staged: Shown | undefined;
  private readonly sent: Sent[] = [];
  private readonly waiting: ((sent: Sent) => void)[] = [];
  private readonly redirects = new Map<string, { status: number; to: string }>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Stage> {
    const server = createServer((asked, answer) => void stage.answer(asked, answer));
    const stage = new Stage(server);
    await new Promise<void>((listening) => server.listen(0, "localhost", listening));
    return stage;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Shows a page at this path to the next who asks. @returns its address. */
  show(shown: Shown): string {
    this.staged = shown;
    return this.origin + shown.path;
  }

  redirect(path: string, status: number, to: string): void {
    this.redirects.set(path, { status, to });
  }

  /** What is sent next, or was already. */
  next(): Promise<Sent> {
    const held = this.sent.shift();
    return held ? Promise.resolve(held) : new Promise((received) => this.waiting.push(received));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? "/";
    const file = join("build/client", new URL(path, this.origin).pathname);
    if (existsSync(file) && statSync(file).isFile()) {
      const type = TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      answer.writeHead(200, { "Content-Type": type, "Cache-Control": "max-age=600" }).end(readFileSync(file));
      return;
    }
    const shown = this.staged;
    if (asked.method === "GET" && shown?.path === path) {
      this.staged = undefined;
      const headers = Object.entries(shown.headers).filter(([name]) => !OF_TRANSPORT.has(name));
      answer.writeHead(200, Object.fromEntries(headers)).end(shown.body);
      return;
    }
    if (asked.headers["sec-fetch-dest"] === "image") {
      answer.writeHead(204).end();
      return;
    }
    this.write({ ...headOf(asked), body: Buffer.concat(await asked.toArray()).toString() });
    const redirect = this.redirects.get(path);
    if (redirect) answer.writeHead(redirect.status, { Location: redirect.to }).end();
    else answer.writeHead(204).end();
  }

  private write(sent: Sent): void {
    const received = this.waiting.shift();
    if (received) received(sent);
    else this.sent.push(sent);
  }
}

function headOf({ method = "", url = "", headers }: IncomingMessage): Omit<Sent, "body"> {
  const kept = Object.entries(headers).filter(([name]) => !OF_NOBODY.test(name));
  // Which pictures it can draw is a matter of its version.
  const accept = headers.accept?.replace(/image\/\w+,/g, "");
  return { method, path: url, headers: { ...Object.fromEntries(kept), accept } as Record<string, string> };
}

/** A form of parts has a boundary of its own each time. */
export function withoutBoundary({ headers, body, ...rest }: Sent): Sent {
  const boundary = /boundary=(\S+)/.exec(headers["content-type"] ?? "")?.[1];
  const plain = (text: string) => (boundary ? text.replaceAll(boundary, "BOUNDARY") : text);
  return { ...rest, headers: { ...headers, "content-type": plain(headers["content-type"] ?? "") }, body: plain(body) };
}
