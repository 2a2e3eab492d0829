import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import { innerTextOf } from "./inner-text";
import {
  type ElementState,
  type InjectedScript,
  type InjectedScriptClass,
  injectedScript,
  isomorphic,
} from "./playwright-internals";
import type { Viewport } from "./style-rules";
import { Visibility } from "./visibility";

/** What a press asked for: it happens once the press is over. */
export type Wish = { link: Element } | { form: HTMLFormElement; submitter: HTMLElement | null };

interface Source {
  html: string;
  url: string;
  referrer: string;
  viewport: Viewport;
}

const OPTIONS = {
  ...{ isUnderTest: false, sdkLanguage: "javascript", frameSeq: 1, testIdAttributeName: "data-testid" },
  ...{ stableRafCount: 1, browserName: "chromium", customEngines: [] },
};

/** One page as it came: its elements, with Playwright's own script to find them. */
export class ClientDocument {
  readonly window: DOMWindow;
  readonly visibility: Visibility;
  private readonly injected: InjectedScript;
  private readonly faults: string[] = [];
  private wish: Wish | undefined;

  constructor({ html, url, referrer, viewport }: Source) {
    const virtualConsole = new VirtualConsole();
    virtualConsole.on("jsdomError", (error) => this.faults.push(error.message));
    const dom = new JSDOM(html, { url, ...(referrer && { referrer }), virtualConsole, runScripts: "outside-only" });
    this.window = dom.window;
    this.visibility = new Visibility(viewport, html);
    if (this.document.querySelector("meta[http-equiv=refresh i]")) throw lacks("a page that refreshes itself");
    this.showWhatIsShown();
    const Injected = injectedScript.runInContext(dom.getInternalVMContext()) as InjectedScriptClass;
    this.injected = new Injected(this.window, OPTIONS);
    this.listen();
    this.focusFirst();
  }

  get document(): Document {
    return this.window.document;
  }

  all(selector: string): Element[] {
    return this.injected.querySelectorAll(this.injected.parseSelector(selector), this.document);
  }

  /** The one element of a locator: none and several are faults, as in a browser. */
  one(selector: string, act: string): Element {
    const found = this.all(selector);
    const [element] = found;
    const name = isomorphic.asLocator("javascript", selector);
    if (!element) throw new Error(`${act}: nothing on ${this.window.location.href} is ${name}`);
    if (found.length === 1) return element;
    const list = found.slice(0, 5).map((each) => `\n  ${this.injected.previewNode(each)}`);
    throw new Error(`${act}: strict mode violation: ${found.length} elements are ${name}:${list.join("")}`);
  }

  is(element: Element, state: ElementState): boolean {
    return this.injected.elementState(element, state, true).matches;
  }

  get script(): InjectedScript {
    return this.injected;
  }

  /** Presses an element, or a key on it: what it does comes about, and what it asks for is handed back. */
  press(act: () => void): Wish | undefined {
    this.wish = undefined;
    act();
    this.visibility.forget();
    const [fault] = this.faults.splice(0);
    if (fault) throw new Error(`The form client cannot do this: ${fault}`);
    return this.wish;
  }

  /** Runs a function of a journey within the page. */
  run(act: unknown, element: Element | Element[], argument: unknown): unknown {
    const result = (this.window.eval(`(${String(act)})`) as (...all: unknown[]) => unknown)(element, argument);
    return result === undefined ? undefined : structuredClone(result);
  }

  close(): void {
    this.window.close();
  }

  /** The engine of the page draws nothing: it is told what would be seen. */
  private showWhatIsShown(): void {
    const { window, visibility } = this;
    const named = (style: object) =>
      new Proxy(style, {
        get: (target, name) => {
          if (typeof name === "string" && !(name in target)) throw lacks(`the style ${name}`);
          return Reflect.get(target, name);
        },
      });
    const box = (seen: boolean) => ({ x: 0, y: 0, top: 0, left: 0, width: seen ? 1 : 0, height: seen ? 1 : 0 });
    const define = (owner: object, name: string, descriptor: PropertyDescriptor) =>
      Object.defineProperty(owner, name, { configurable: true, ...descriptor });
    define(window, "getComputedStyle", {
      value: (element: Element, pseudo?: string) => named(visibility.style(element, pseudo)),
    });
    define(window.Element.prototype, "checkVisibility", {
      value(this: Element) {
        return visibility.isRendered(this);
      },
    });
    define(window.Element.prototype, "getBoundingClientRect", {
      value(this: Element) {
        return box(visibility.hasBox(this));
      },
    });
    define(window.Range.prototype, "getBoundingClientRect", {
      value(this: Range) {
        return box(/\S/.test(this.toString()));
      },
    });
    define(window.HTMLElement.prototype, "innerText", {
      get(this: Element) {
        return innerTextOf(this, visibility);
      },
    });
  }

  private listen(): void {
    this.window.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a[href], area[href]");
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      this.wish = { link };
    });
    this.window.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wish = { form: event.target as HTMLFormElement, submitter: (event as SubmitEvent).submitter };
    });
  }

  private focusFirst(): void {
    const wanted = [...this.document.querySelectorAll<HTMLElement>("[autofocus]")];
    wanted.find((element) => this.visibility.hasBox(element) && !element.matches(":disabled"))?.focus();
  }
}

/** Rather no answer than a wrong one. */
export function lacks(what: string): Error {
  return new Error(`The form client lacks ${what}: let the journey run in a browser, or teach it`);
}
