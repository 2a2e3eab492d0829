import { lacks } from "./client-document";
import { Cookies } from "./cookies";
import { loud } from "./loud";
import { Page } from "./page";
import { ClientRequest } from "./request";

export interface ContextOptions {
  baseURL?: string | undefined;
  extraHTTPHeaders?: Record<string, string> | undefined;
  javaScriptEnabled?: boolean | undefined;
}

/** The browser of one person: cookies of its own, and any number of pages. */
export class Context {
  readonly jar = new Cookies();
  readonly request: ClientRequest;
  readonly baseURL: string;
  readonly extraHeaders: Record<string, string>;
  readonly loud: this;
  /** Where Playwright's `expect` looks for the address that paths belong to. */
  readonly _options: { baseURL: string };
  private readonly opened: Page[] = [];

  constructor({ baseURL, extraHTTPHeaders = {}, javaScriptEnabled = false, ...strange }: ContextOptions) {
    const [name] = Object.keys(strange);
    if (name) throw lacks(`the option ${name} of a context`);
    if (javaScriptEnabled) throw lacks("script");
    if (!baseURL) throw new Error("The form client has no address to begin with");
    this.baseURL = baseURL;
    this._options = { baseURL };
    this.extraHeaders = extraHTTPHeaders;
    this.request = new ClientRequest(this.jar, baseURL, extraHTTPHeaders);
    this.loud = loud(this, "context");
  }

  pages = () => this.opened.filter((page) => !page.isClosed());
  cookies = () => this.jar.all();
  clearCookies = () => this.jar.clear();
  close = async () => {
    for (const page of this.pages()) await page.close();
  };

  newPage = async () => {
    const page = loud(new Page(this), "page");
    this.opened.push(page);
    return page;
  };
}
