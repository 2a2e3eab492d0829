import type { Locator as PlaywrightLocator } from "@playwright/test";
import { type Chosen, click, dispatchClick, fill, press, selectOption, setChecked, setInputFiles } from "./acts";
import { lacks } from "./client-document";
import { judge } from "./judgement";
import type { Page } from "./page";
import { type Expectation, isomorphic } from "./playwright-internals";

type Words = string | RegExp;

interface Filter {
  hasText?: Words;
  hasNotText?: Words;
  has?: PlaywrightLocator;
  hasNot?: PlaywrightLocator;
  visible?: boolean;
}

const ROLE_OPTIONS = [
  "checked",
  "disabled",
  "selected",
  "expanded",
  "includeHidden",
  "level",
  "name",
  "pressed",
] as const;

/** Where locators begin: on a page, and within a locator. */
export abstract class Finder {
  abstract locator(selector: string, options?: Filter): Locator;

  getByLabel = (text: Words, { exact = false } = {}) =>
    this.locator(`internal:label=${isomorphic.escapeForTextSelector(text, exact)}`);

  getByText = (text: Words, { exact = false } = {}) =>
    this.locator(`internal:text=${isomorphic.escapeForTextSelector(text, exact)}`);

  getByRole = (role: string, options: Record<string, unknown> = {}) => {
    const { exact = false, ...given } = options;
    const strange = Object.keys(given).find((name) => !(ROLE_OPTIONS as readonly string[]).includes(name));
    if (strange) throw lacks(`the option ${strange} of getByRole`);
    const parts = ROLE_OPTIONS.filter((name) => given[name] !== undefined).map((name) => {
      const value = given[name];
      if (name === "name") return `[name=${isomorphic.escapeForAttributeSelector(value as Words, exact === true)}]`;
      return `[${name === "includeHidden" ? "include-hidden" : name}=${value}]`;
    });
    return this.locator(`internal:role=${role}${parts.join("")}`);
  };
}

/** Playwright's `expect` knows it by `_apiName`, and asks `_expect` for what it judges. */
export class Locator extends Finder {
  readonly _apiName = "Locator";

  constructor(
    private readonly owner: Page,
    readonly selector: string,
  ) {
    super();
  }

  static selectorWith(selector: string, { has, hasNot, hasText, hasNotText, visible, ...strange }: Filter): string {
    const [name] = Object.keys(strange);
    if (name) throw lacks(`the filter ${name}`);
    const parts = [
      hasText !== undefined && `internal:has-text=${isomorphic.escapeForTextSelector(hasText, false)}`,
      hasNotText !== undefined && `internal:has-not-text=${isomorphic.escapeForTextSelector(hasNotText, false)}`,
      has && `internal:has=${quoted(has)}`,
      hasNot && `internal:has-not=${quoted(hasNot)}`,
      visible !== undefined && `visible=${visible}`,
    ];
    return [selector, ...parts.filter((part) => typeof part === "string")].join(" >> ");
  }

  override locator(inner: string | PlaywrightLocator, options: Filter = {}): Locator {
    const step = typeof inner === "string" ? inner : `internal:chain=${quoted(inner)}`;
    return this.owner.locate(Locator.selectorWith(`${this.selector} >> ${step}`, options));
  }

  filter = (options: Filter) => this.owner.locate(Locator.selectorWith(this.selector, options));
  first = () => this.nth(0);
  last = () => this.nth(-1);
  nth = (index: number) => this.owner.locate(`${this.selector} >> nth=${index}`);
  or = (other: PlaywrightLocator) => this.combined("or", other);
  and = (other: PlaywrightLocator) => this.combined("and", other);
  page = () => this.owner;
  override toString = () => isomorphic.asLocator("javascript", this.selector);

  click = () => this.act("click", (element) => click(this.owner.shown, element));
  check = () => this.act("check", (element) => setChecked(this.owner.shown, element, true));
  uncheck = () => this.act("uncheck", (element) => setChecked(this.owner.shown, element, false));
  press = (key: string) => this.act("press", (element) => press(this.owner.shown, element, key));
  fill = async (text: string) => fill(this.owner.shown, this.one("fill"), text);
  selectOption = async (wanted: unknown) => selectOption(this.owner.shown, this.one("selectOption"), wanted);
  setInputFiles = (files: Chosen | Chosen[]) => setInputFiles(this.owner.shown, this.one("setInputFiles"), files);

  dispatchEvent = (type: string) =>
    this.act("dispatchEvent", (element) => {
      if (type !== "click") throw lacks(`the event ${type}`);
      return this.owner.shown.press(() => dispatchClick(this.owner.shown, element));
    });

  count = async () => this.found().length;
  all = async () => this.found().map((_, index) => this.nth(index));
  isVisible = async () => {
    const [element] = this.found().length > 0 ? [this.one("isVisible")] : [];
    return element !== undefined && this.owner.shown.is(element, "visible");
  };
  getAttribute = async (name: string) => this.one("getAttribute").getAttribute(name);
  textContent = async () => this.one("textContent").textContent;
  innerText = async () => (this.one("innerText") as HTMLElement).innerText;
  allInnerTexts = async () => this.found().map((element) => (element as HTMLElement).innerText);
  inputValue = async () => {
    const element = this.owner.shown.script.retarget(this.one("inputValue"), "follow-label");
    if (!element?.matches("input, textarea, select")) throw new Error("locator.inputValue: it has no value");
    return (element as HTMLInputElement).value;
  };

  evaluate = async (act: unknown, argument?: unknown) => this.owner.shown.run(act, this.one("evaluate"), argument);
  evaluateAll = async (act: unknown, argument?: unknown) => this.owner.shown.run(act, this.found(), argument);

  _expect = (expression: string, asked: Omit<Expectation, "expression">) =>
    judge(this.owner.shown, this.selector, { ...asked, isNot: Boolean(asked.isNot), expression });

  private combined(how: "or" | "and", other: PlaywrightLocator): Locator {
    return this.owner.locate(`${this.selector} >> internal:${how}=${quoted(other)}`);
  }

  private found(): Element[] {
    return this.owner.shown.all(this.selector);
  }

  private one(act: string): Element {
    return this.owner.shown.one(this.selector, `locator.${act}`);
  }

  private async act(name: string, act: (element: Element) => ReturnType<typeof click>): Promise<void> {
    await this.owner.follow(act(this.one(name)));
  }
}

/** A locator within another. */
function quoted(locator: PlaywrightLocator): string {
  return JSON.stringify((locator as unknown as Locator).selector);
}
