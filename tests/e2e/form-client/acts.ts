import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { type ClientDocument, lacks, type Wish } from "./client-document";
import { isFocusable } from "./focus";
import type { ElementState } from "./playwright-internals";

export type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

const ACTS = "a[href], button, input, label, select, summary, textarea, option";
const TYPES_BY_ENDING: Record<string, string> = { csv: "text/csv", json: "application/json", txt: "text/plain" };
const TYPED = new Set(["text", "search", "email", "url", "tel", "password", "number"]);

/** jsdom lets a script choose no file, as a browser lets none: a person's choice is made behind the script. */
const { implForWrapper: inside } = createRequire(import.meta.url)("jsdom/lib/generated/idl/utils.js") as {
  implForWrapper: (wrapper: unknown) => unknown;
};

/** Refuses to act on what somebody could not act on. */
function require(page: ClientDocument, element: Element, act: string, ...states: ElementState[]): void {
  const missing = states.find((state) => !page.is(element, state));
  if (missing) throw new Error(`${act}: ${page.script.previewNode(element)} is not ${missing}`);
}

export function click(page: ClientDocument, element: Element, act = "locator.click"): Wish | undefined {
  require(page, element, act, "visible", "enabled");
  if (page.visibility.style(element).pointerEvents === "none") throw new Error(`${act}: it takes no presses`);
  // A browser presses the middle of what it is shown: only what acts itself, or lies in what acts, is surely meant.
  if (!element.closest(ACTS)) throw new Error(`${act}: ${page.script.previewNode(element)} does nothing`);
  return page.press(() => {
    const focused = element.closest<HTMLElement>("a[href], button, input, select, summary, textarea, [tabindex]");
    if (focused && isFocusable(focused, page.visibility)) focused.focus();
    dispatchClick(page, element);
  });
}

export function dispatchClick(page: ClientDocument, element: Element): void {
  element.dispatchEvent(new page.window.MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
}

export function setChecked(page: ClientDocument, element: Element, checked: boolean): Wish | undefined {
  const act = checked ? "locator.check" : "locator.uncheck";
  const isChecked = () => page.is(element, "checked");
  require(page, element, act, "visible", "enabled");
  if (isChecked() === checked) return undefined;
  const wish = click(page, element, act);
  if (isChecked() !== checked) throw new Error(`${act}: pressing it did not change it`);
  return wish;
}

export function fill(page: ClientDocument, found: Element, text: string): void {
  const element = page.script.retarget(found, "follow-label") as HTMLInputElement | HTMLTextAreaElement;
  require(page, element, "locator.fill", "visible", "enabled", "editable");
  const isArea = element.tagName === "TEXTAREA";
  if (!isArea && !(element.tagName === "INPUT" && TYPED.has(element.type))) throw lacks(`fill of ${element.tagName}`);
  page.press(() => {
    element.focus();
    const typed = element.maxLength >= 0 ? text.slice(0, element.maxLength) : text;
    // A number that is none is not taken in.
    element.value = isArea ? typed : typed.replace(/[\r\n]/g, "");
    if (element.value !== typed.replace(/\r\n?/g, "\n") && element.type === "number") throw lacks("such a number");
    for (const name of ["input", "change"]) element.dispatchEvent(new page.window.Event(name, { bubbles: true }));
  });
}

export function selectOption(page: ClientDocument, found: Element, wanted: unknown): string[] {
  const element = page.script.retarget(found, "follow-label") as Element;
  require(page, element, "locator.selectOption", "visible", "enabled");
  const list = (Array.isArray(wanted) ? wanted : [wanted]).map((one) =>
    typeof one === "string" ? { valueOrLabel: one } : one,
  );
  let chosen: string | string[] = [];
  page.press(() => {
    chosen = page.script.selectOptions(element, list);
  });
  if (typeof chosen === "string") throw new Error(`locator.selectOption: ${chosen} for ${JSON.stringify(wanted)}`);
  return [...(chosen as string[])];
}

export async function setInputFiles(page: ClientDocument, found: Element, chosen: Chosen | Chosen[]): Promise<void> {
  const input = page.script.retarget(found, "follow-label") as HTMLInputElement;
  const wanted = Array.isArray(chosen) ? chosen : [chosen];
  if (input.type !== "file") throw new Error("locator.setInputFiles: it takes no files");
  if (wanted.length > 1 && !input.multiple) throw new Error("locator.setInputFiles: it takes one file alone");
  const files = await Promise.all(wanted.map((one) => fileOf(page, one)));
  page.press(() => {
    const list = inside(input.files) as unknown[];
    list.splice(0, list.length, ...files.map(inside));
    for (const name of ["input", "change"]) input.dispatchEvent(new page.window.Event(name, { bubbles: true }));
  });
}

async function fileOf(page: ClientDocument, chosen: Chosen): Promise<File> {
  const { name, mimeType, buffer } =
    typeof chosen === "string"
      ? {
          name: basename(chosen),
          mimeType: TYPES_BY_ENDING[chosen.split(".").at(-1) ?? ""],
          buffer: await readFile(chosen),
        }
      : chosen;
  if (mimeType === undefined) throw lacks(`a type for the file ${name}`);
  return new page.window.File([new page.window.Uint8Array(buffer)], name, { type: mimeType });
}

/** A key on the element that has the focus. */
export function press(page: ClientDocument, found: Element, key: string): Wish | undefined {
  if (key !== "Enter") throw lacks(`the key ${key}`);
  const element = page.script.retarget(found, "follow-label") as HTMLElement;
  require(page, element, "locator.press", "visible", "enabled");
  element.focus();
  if (element.matches("a[href], button, summary, input[type=submit], input[type=button]")) return click(page, element);
  if (!element.matches("input")) throw lacks(`Enter in ${element.tagName}`);
  const form = (element as HTMLInputElement).form;
  if (!form) return undefined;
  const button = [...form.elements].find((each) =>
    each.matches("button:not([type=button], [type=reset]), input[type=submit], input[type=image]"),
  );
  return page.press(() => {
    if (!button) form.requestSubmit();
    else if (!button.matches(":disabled")) dispatchClick(page, button);
  });
}
