import { type KeyboardEvent, useId, useState } from "react";
import { css } from "styled-system/css";
import { control, field } from "styled-system/recipes";
import { findOptions } from "~/diary/cases/options";
import { Icon } from "~/ui/layout/icon";
import type { CaseOption } from "../standard-options";
import { fits } from "./use-chosen";

interface OptionFinderProps {
  label: string;
  options: readonly CaseOption[];
  /** Offered while nothing is typed. */
  usual: readonly CaseOption[];
  ticked: readonly string[];
  choose: (option: CaseOption) => void;
  /** Adds a name that is not on a list. */
  addOwn: (label: string) => void;
}

const SHOWN = 8;
/** Id of the item that adds the typed name as one of the user's own options. */
const OWN = "own";

/**
 * Combobox that finds an option by typing; Enter takes it, and the next can be typed at once. Used only with script,
 * and does not send a field.
 */
export function OptionFinder({ label, options, usual, ticked, choose, addOwn }: OptionFinderProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [said, setSaid] = useState("");
  const name = typed.trim().replace(/\s+/g, " ");
  const found = (name ? findOptions(options, name) : usual)
    .filter((option) => !ticked.includes(option.id))
    .slice(0, SHOWN);
  const isKnown = options.some((option) => option.label.toLowerCase() === name.toLowerCase());
  const shown = !isKnown && fits(name) ? [...found, { id: OWN, label: name }] : found;
  const listed = open && shown.length > 0;

  function take(option: CaseOption): void {
    if (option.id === OWN) addOwn(option.label);
    else choose(option);
    setSaid(`${option.label} added`);
    setTyped("");
    setActive(0);
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const option = shown[active];
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : shown.length - 1;
      setActive(open && shown.length > 0 ? (active + step) % shown.length : 0);
      setOpen(true);
    } else if (key === "Enter" && (listed || name)) {
      if (option) take(option);
    } else if (key === "Escape" && (listed || typed)) {
      setTyped("");
      setOpen(false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  return (
    <div className={root}>
      <label htmlFor={id} className={field().label}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={`${id}list`}
        aria-activedescendant={listed ? `${id}${shown[active]?.id}` : undefined}
        placeholder="Type and press Enter"
        className={control({ width: "ch40" })}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div id={`${id}list`} role="listbox" aria-label="Options found" hidden={!listed} className={list}>
        {shown.map((option, place) => (
          <button
            key={option.id}
            id={`${id}${option.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Keeps the focus in the text field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            {option.id === OWN ? `Add “${option.label}” as an option of your own` : option.label}
          </button>
        ))}
      </div>
      <p role="status" className={css({ srOnly: true })}>
        {said}
      </p>
    </div>
  );
}

const root = css({ position: "relative", display: "grid", gap: "1", gridTemplateColumns: "minmax(0, 1fr)" });

const list = css({
  position: "absolute",
  top: "[calc(100% + 2px)]",
  left: "0",
  zIndex: "menu",
  width: "full",
  maxWidth: "ch40",
  background: "card",
  border: "line",
  borderRadius: "md",
  boxShadow: "float",
  padding: "1",
  display: "grid",
  "&[hidden]": { display: "none" },
  "& > button": {
    textAlign: "left",
    border: "none",
    borderRadius: "sm",
    background: "transparent",
    minHeight: { base: "control", wide: "button" },
    paddingInline: "2",
    fontSize: "md",
  },
  "& > button:hover": { background: "sunk" },
  "& > [aria-selected=true]": { background: "accentSoft", color: "accentStrong" },
});

interface ChosenOptionsProps {
  /** Label of the list for screen readers. */
  label: string;
  options: readonly CaseOption[];
  remove: (option: CaseOption) => void;
}

/**
 * The chosen options, each with a button that removes it. Shown only with script: without it the tick boxes show the
 * same.
 */
export function ChosenOptions({ label, options, remove }: ChosenOptionsProps) {
  if (options.length === 0) return null;
  return (
    <ul aria-label={label} className={chosenList}>
      {options.map((option) => (
        <li key={option.id}>
          <button type="button" onClick={() => remove(option)}>
            <span className={css({ srOnly: true })}>Remove </span>
            {option.label}
            <Icon name="remove" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const chosenList = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  listStyleType: "none",
  padding: "0",
  margin: "0",
  "& button": {
    display: "inline-flex",
    gap: "1",
    alignItems: "center",
    minHeight: { base: "control", wide: "[32px]" },
    paddingInline: "3",
    border: "none",
    borderRadius: "round",
    background: "accentSoft",
    color: "accentStrong",
    fontSize: "md",
    fontWeight: "strong",
    textAlign: "left",
  },
  "& button:hover": { background: "sunk" },
  "@media (pointer: coarse)": { "& button": { minHeight: "control" } },
});
