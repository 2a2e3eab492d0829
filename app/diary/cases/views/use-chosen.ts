import { useEffect, useRef, useState } from "react";
import { MAX_OPTION_LABEL } from "~/diary/cases/options";
import type { FormView } from "~/ui/forms/form-state";
import { BLOCK_IDS, type CaseOption } from "../standard-options";

/** Prefix of the id of an option that is not on a list yet; the label follows. */
const NEW = "new ";

function newOption(label: string): CaseOption {
  return { id: `${NEW}${label}`, label };
}

interface Names {
  /** Field name of the tick boxes of options that are on a list. */
  name: string;
  /** Field name of new options, which are added with the case: the value is the label. */
  added: string;
}

/** Tracks with script which options of a form are ticked, and provides the actions of the finder and the chips. */
export function useChosen(form: FormView, { name, added }: Names) {
  const root = useRef<HTMLDivElement>(null);
  const [scripted, setScripted] = useState(false);
  const [fresh, setFresh] = useState(() => form.values(added).filter(fits));
  const [ticked, setTicked] = useState<readonly string[]>(() => [...form.values(name), ...fresh.map(idOf)]);

  useEffect(() => setScripted(true), []);
  useEffect(() => {
    if (!root.current) return;
    // Also counts boxes that were ticked before the script loaded, and a new option, which is shown ticked.
    setTicked(tickedIn(root.current, { name, added }));
    if (fresh.length > 0) root.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [name, added, fresh]);

  function follow(): void {
    if (root.current) setTicked(tickedIn(root.current, { name, added }));
  }

  function press({ id }: CaseOption): void {
    const box = root.current && boxesIn(root.current, { name, added }).find((each) => idIn(each, name) === id);
    box?.click();
    // The flags of a block are shown below it.
    if (box?.checked && BLOCK_IDS.includes(id)) unfold(box, root.current);
  }

  /** Removes an option. Its chip disappears with the focus, which moves to the finder's text field. */
  function removeChosen(option: CaseOption): void {
    press(option);
    root.current?.querySelector<HTMLInputElement>("[role=combobox]")?.focus();
  }

  function addNew(label: string): void {
    setFresh([...fresh, label]);
  }

  return { root, scripted, fresh: fresh.map(newOption), ticked, follow, press, removeChosen, addNew };
}

/** Whether a label can be added; one that is too long stays in the text field to be corrected. */
export function fits(label: string): boolean {
  return label !== "" && [...label].length <= MAX_OPTION_LABEL;
}

function idOf(label: string): string {
  return newOption(label).id;
}

function idIn(box: HTMLInputElement, name: string): string {
  return box.name === name ? box.value : idOf(box.value);
}

function boxesIn(root: HTMLElement, { name, added }: Names): HTMLInputElement[] {
  const boxes = [...root.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  return boxes.filter((box) => box.name === name || box.name === added);
}

function tickedIn(root: HTMLElement, names: Names): string[] {
  return boxesIn(root, names)
    .filter((box) => box.checked)
    .map((box) => idIn(box, names.name));
}

/** Opens all `details` elements around an element, up to a root. */
function unfold(element: HTMLElement, root: HTMLElement | null): void {
  for (let at: HTMLElement | null = element; at && at !== root; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}
