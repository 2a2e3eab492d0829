import type { Page as ChromiumPage } from "@playwright/test";
import { expect } from "../fixtures";
import { dispatchClick, press, setInputFiles } from "../form-client/acts";
import { ClientDocument, type Wish } from "../form-client/client-document";
import { Cookies } from "../form-client/cookies";
import { tabOrder } from "../form-client/focus";
import { navigationTo } from "../form-client/navigation";
import { ask } from "../form-client/network";
import { submissionOf } from "../form-client/submission";
import { type Stage, withoutBoundary } from "./stage";

const VIEWPORT = { width: 1280, height: 720 };
const BUTTONS = "button:not([type=button], [type=reset]), input[type=submit]";
const TYPED = "input:not([type]), input[type=text], input[type=search], input[type=email], input[type=password]";
const FILE = { name: 'the "file".csv', mimeType: "text/csv", buffer: Buffer.from("Datum,Größe\r\n1,2\n") };

/** Answers other than those that a page came with; a browser and the client are handed the same function. */
function fillAll(): void {
  const fields = "input:not([type=hidden], [type=file], [type=submit]), textarea, select";
  for (const field of document.querySelectorAll<HTMLInputElement>(fields)) {
    if (field.tagName === "TEXTAREA") field.value = 'First "line" & more\nsecond\r\nthird  ';
    else if (field.tagName === "SELECT") field.value = [...field.querySelectorAll("option")].at(-1)?.value ?? "";
    else if (field.type === "checkbox") field.checked = !field.checked;
    else if (field.type === "radio") field.checked = true;
    else if (/^(text|search|password|tel|url|email)$/.test(field.type)) field.value = ' Ü & "b" + 5% <c>; ’ ';
  }
}

/** Holds what the form client does with a page against what Chromium does with the same page. */
export class Comparison {
  presses = 0;

  constructor(
    private readonly stage: Stage,
    private readonly chromium: ChromiumPage,
    private readonly extraHeaders: Record<string, string>,
  ) {}

  /** Compares one page, as the client got it. @returns how many requests were compared. */
  async compare(path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    const before = this.presses;
    const address = this.stage.show({ path, headers, body });
    await this.chromium.goto(address);
    const page = new ClientDocument({ html: body.toString(), url: address, referrer: "", viewport: VIEWPORT });
    expect(await this.tabbed(page), `where Tab leads on ${path}`).toEqual(orderOf(page));
    await this.comparePresses(page, `${path}, untouched`, headers);
    await this.chromium.evaluate(fillAll);
    page.run(fillAll, page.document.documentElement, undefined);
    for (const input of page.document.querySelectorAll<HTMLInputElement>("input[type=file]:not(:disabled)")) {
      await this.chromium.locator("*").nth(indexOf(page, input)).setInputFiles(FILE);
      await setInputFiles(page, input, FILE);
    }
    page.visibility.forget();
    await this.comparePresses(page, `${path}, filled`, headers);
    page.close();
    return this.presses - before;
  }

  private async comparePresses(page: ClientDocument, where: string, headers: Record<string, string>): Promise<void> {
    for (const form of page.document.forms) {
      // Closes what only script opens, and sends nothing.
      if (form.method === "dialog") continue;
      const buttons = [...form.elements].filter((each) => each.matches(BUTTONS) && !each.matches(":disabled"));
      for (const button of buttons) {
        const index = indexOf(page, button);
        const wish = page.press(() => dispatchClick(page, button));
        const inBrowser = () =>
          this.chromium.evaluate((at) => (document.querySelectorAll("*")[at] as HTMLElement).click(), index);
        await this.compareSent(page, wish, inBrowser, `${where}: ${button.outerHTML}`, headers);
      }
      const field = [...form.elements].find(
        (each) => each.matches(TYPED) && page.is(each, "visible") && page.is(each, "editable"),
      );
      if (!field) continue;
      const wish = press(page, field, "Enter");
      const inBrowser = () =>
        this.chromium
          .evaluate((at) => (document.querySelectorAll("*")[at] as HTMLElement).focus(), indexOf(page, field))
          .then(() => this.chromium.keyboard.press("Enter"));
      await this.compareSent(page, wish, inBrowser, `${where}: Enter in ${field.outerHTML}`, headers);
    }
  }

  private async compareSent(
    page: ClientDocument,
    wish: Wish | undefined,
    inBrowser: () => Promise<void>,
    where: string,
    headers: Record<string, string>,
  ): Promise<void> {
    if (!wish || !("form" in wish)) {
      // The browser asks for something else first, and sends nothing.
      const isValid = ([at]: number[]) => (document.forms[at as number] as HTMLFormElement).checkValidity();
      const forms = [...page.document.forms].map((_, at) => [at]);
      const valid = await Promise.all(forms.map((at) => this.chromium.evaluate(isValid, at)));
      expect(valid, where).toContain(false);
      return;
    }
    const submission = await submissionOf(wish.form, wish.submitter);
    const asked = navigationTo(submission, { url: page.window.location.href, policy: headers["referrer-policy"] });
    await ask({ ...asked, headers: { ...asked.headers, ...this.extraHeaders } }, new Cookies());
    const ours = withoutBoundary(await this.stage.next());
    const [theirs] = await Promise.all([this.stage.next(), inBrowser()]);
    expect(ours, where).toEqual(withoutBoundary(theirs));
    this.presses += 1;
  }

  /** Where Tab leads in Chromium, from the first element of the page on. */
  private async tabbed(page: ClientDocument): Promise<string[]> {
    const stops: number[] = [];
    const most = page.document.querySelectorAll("*").length;
    while (stops.length < most) {
      await this.chromium.keyboard.press("Tab");
      const at = await this.chromium.evaluate(() =>
        [...document.querySelectorAll("*")].indexOf(document.activeElement as Element),
      );
      if (stops.includes(at)) break;
      stops.push(at);
    }
    const all = [...page.document.querySelectorAll("*")];
    const elements = stops.map((at) => all[at] as Element).filter((element) => element !== page.document.body);
    // A page may come with the focus somewhere: Tab went on from there, and round.
    const [first] = tabOrder(page.document, page.visibility);
    const from = Math.max(0, elements.indexOf(first as Element));
    return [...elements.slice(from), ...elements.slice(0, from)].map(nameOf);
  }
}

function orderOf(page: ClientDocument): string[] {
  return tabOrder(page.document, page.visibility).map(nameOf);
}

function indexOf(page: ClientDocument, element: Element): number {
  return [...page.document.querySelectorAll("*")].indexOf(element);
}

function nameOf(element: Element): string {
  return (element.cloneNode() as Element).outerHTML;
}
