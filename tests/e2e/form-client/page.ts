import { ClientDocument, lacks, type Wish } from "./client-document";
import type { Context } from "./context";
import { Download, isDownload } from "./download";
import { goToFragment } from "./focus";
import { judge } from "./judgement";
import { Finder, Locator } from "./locator";
import { loud } from "./loud";
import { type Initiator, navigationTo } from "./navigation";
import { type Answered, ask } from "./network";
import { type Expectation, isomorphic } from "./playwright-internals";
import { ClientResponse } from "./response";
import { type Submission, submissionOf } from "./submission";

/** A page that was come to, and how, so that one can go back to it. */
interface Visit {
  document: ClientDocument;
  answer: Answered | undefined;
  method: string;
}

type Match = string | RegExp | ((url: URL) => boolean);

const BLANK = "<!doctype html><title></title>";
/** What a page without script cannot report. */
const SILENT = new Set(["console", "pageerror"]);

/** Known to Playwright's `expect` by `_apiName`. A page stands still between acts: nothing is waited for. */
export class Page extends Finder {
  readonly _apiName = "Page";
  private visits: Visit[] = [];
  private viewport = { width: 1280, height: 720 };
  private readonly awaited = new Map<string, ((value: never) => void)[]>();
  private readonly watchedAddresses: Match[] = [];
  private closed = false;

  constructor(private readonly owner: Context) {
    super();
  }

  get shown(): ClientDocument {
    return this.visit.document;
  }

  /** The answer that the page came with. */
  get answer(): Answered {
    const { answer } = this.visit;
    if (!answer) throw new Error("The page is blank");
    return answer;
  }

  get request() {
    return this.owner.request;
  }

  context = () => this.owner.loud;
  url = () => this.shown.window.location.href;
  title = async () => this.shown.document.title;
  content = async () => `<!DOCTYPE html>${this.shown.document.documentElement.outerHTML}`;
  isClosed = () => this.closed;
  close = async () => {
    this.closed = true;
    for (const { document } of this.visits.splice(0)) document.close();
  };

  locate = (selector: string) => loud(new Locator(this, selector), "locator");

  override locator(selector: string, options = {}): Locator {
    return this.locate(Locator.selectorWith(selector, options));
  }

  mainFrame = () => ({
    _expect: (expression: string, asked: Omit<Expectation, "expression">) =>
      judge(this.shown, ":root", { ...asked, isNot: Boolean(asked.isNot), expression }),
  });

  goto = async (path: string) => {
    const url = new URL(path, this.owner.baseURL).href;
    return new ClientResponse(await this.go({ method: "GET", url }, undefined));
  };

  reload = async () => {
    if (this.visit.method !== "GET") throw lacks("sending a form again by reloading");
    const again = navigationTo({ method: "GET", url: this.url() }, this.initiator);
    const answer = await this.ask({ ...again, headers: { ...again.headers, "Cache-Control": "max-age=0" } });
    this.visits.pop()?.document.close();
    this.show(answer, "GET");
    return new ClientResponse(answer);
  };

  goBack = async () => {
    const [before, left] = this.visits.splice(-2);
    if (!before || !left) throw new Error("page.goBack: there is no page before");
    if (before.method !== "GET") throw lacks("going back to the answer of a form");
    if (!/no-store/.test(before.answer?.headers["cache-control"] ?? "")) throw lacks("pages that the browser keeps");
    const url = before.document.window.location.href;
    const referrer = before.document.document.referrer;
    for (const { document } of [before, left]) document.close();
    const answer = await this.ask(
      navigationTo({ method: "GET", url }, referrer ? { url: referrer, policy: "" } : undefined),
    );
    this.show(answer, "GET", referrer);
    return new ClientResponse(answer);
  };

  setViewportSize = async (viewport: { width: number; height: number }) => {
    this.viewport = viewport;
    if (this.visits.length > 0) throw lacks("another size of the window after the first page");
  };

  on = (event: string) => {
    if (!SILENT.has(event)) throw lacks(`page.on("${event}")`);
  };

  /** Nothing that a page holds is loaded, so that nothing of it can be held up; its own address must not be. */
  route = async (match: Match) => {
    this.watchedAddresses.push(match);
  };

  waitForURL = async (match: Match) => {
    if (!isomorphic.urlMatches(this.owner.baseURL, this.url(), match)) {
      throw new Error(`page.waitForURL: the page is at ${this.url()}, not at ${match}`);
    }
  };

  waitForEvent = (event: string) => {
    if (event !== "download") throw lacks(`page.waitForEvent("${event}")`);
    return this.next<Download>("download");
  };

  waitForResponse = async (wanted: (answer: ClientResponse) => boolean) => {
    for (;;) {
      const answer = await this.next<ClientResponse>("response");
      if (wanted(answer)) return answer;
    }
  };

  /** Does what a press asked for. */
  async follow(wish: Wish | undefined): Promise<void> {
    if (!wish) return;
    if ("form" in wish) {
      await this.go(await submissionOf(wish.form, wish.submitter), this.initiator);
      return;
    }
    const { link } = wish;
    const url = new URL(link.getAttribute("href") ?? "", this.shown.document.baseURI);
    if (!["", "_self"].includes(link.getAttribute("target") ?? "")) throw lacks("links that open another page");
    const name = link.getAttribute("download");
    if (name !== null && url.protocol === "data:") {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer());
      const headers = { "content-disposition": `attachment; filename="${name}"` };
      this.tell("download", new Download({ url: url.href, status: 200, headers, body }));
      return;
    }
    const isHere = url.hash && url.href.replace(/#.*/, "") === this.url().replace(/#.*/, "");
    if (isHere) {
      this.shown.window.location.hash = url.hash;
      goToFragment(this.shown.document, this.shown.visibility);
    } else {
      const policy = /\bnoreferrer\b/.test(link.getAttribute("rel") ?? "") ? "no-referrer" : this.initiator.policy;
      await this.go({ method: "GET", url: url.href }, { ...this.initiator, policy }, name !== null);
    }
  }

  /** What the page would say of itself to where it leads. */
  get initiator(): Initiator {
    const policy = this.shown.document.querySelector("meta[name=referrer]")?.getAttribute("content");
    return { url: this.url(), policy: policy ?? this.visit.answer?.headers["referrer-policy"] };
  }

  private get visit(): Visit {
    const last = this.visits.at(-1);
    if (last) return last;
    const document = new ClientDocument({ html: BLANK, url: "about:blank", referrer: "", viewport: this.viewport });
    this.visits.push({ document, answer: undefined, method: "GET" });
    return this.visit;
  }

  private async go(submission: Submission, from: Initiator | undefined, isSaved = false): Promise<Answered> {
    const asked = navigationTo(submission, from);
    const answer = await this.ask(asked);
    if (isSaved || isDownload(answer)) this.tell("download", new Download(answer));
    else if (answer.status !== 204 && answer.status !== 205) {
      const isRedirected = answer.url.replace(/#.*/, "") !== asked.url.replace(/#.*/, "");
      this.show(answer, isRedirected ? "GET" : asked.method, asked.headers.Referer);
    }
    this.tell("response", new ClientResponse(answer));
    return answer;
  }

  private async ask(asked: ReturnType<typeof navigationTo>): Promise<Answered> {
    if (this.closed) throw new Error("The page is closed");
    const held = this.watchedAddresses.find((match) => isomorphic.urlMatches(this.owner.baseURL, asked.url, match));
    if (held) throw lacks(`a route of a page itself, ${held}`);
    return ask({ ...asked, headers: { ...asked.headers, ...this.owner.extraHeaders } }, this.owner.jar);
  }

  private show(answer: Answered, method: string, referrer = ""): void {
    const type = answer.headers["content-type"] ?? "";
    const text = answer.body.toString();
    const html = /^text\/html/.test(type) ? text : asPlainPage(text, type);
    const document = new ClientDocument({ html, url: answer.url, referrer, viewport: this.viewport });
    goToFragment(document.document, document.visibility);
    this.visits.push({ document, answer, method });
  }

  private next<Value>(event: string): Promise<Value> {
    return new Promise((happened) => {
      this.awaited.set(event, [...(this.awaited.get(event) ?? []), happened]);
    });
  }

  private tell(event: string, value: unknown): void {
    const waiting = this.awaited.get(event) ?? [];
    this.awaited.delete(event);
    for (const happened of waiting) happened(value as never);
  }
}

function asPlainPage(text: string, type: string): string {
  if (!/^(text\/|application\/json)/.test(type)) throw lacks(`pages of the type ${type}`);
  return `<!doctype html><pre>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</pre>`;
}
