import { AGE_UNITS, GENDERS, URGENCIES, wordOf } from "../cases/codes";
import { KINDS } from "../cases/options";
import { formatAge, type Span } from "../cases/rules";
import { BLOCK_FLAGS, flagsName, STANDARD_OPTIONS } from "../cases/standard-options";
import { dayNote, readTyped } from "../cases/times-in-words";
import type { NamedOption } from "./line-case";
import { type Row, textOf } from "./row";

interface Words {
  own: readonly NamedOption[];
  /** With the user's own labels. */
  supervisions: readonly { value: string; label: string }[];
}

/** What a row is described beside: its session, and whether it has a day to choose. */
interface Place {
  session: Span;
  choosesDay: boolean;
}

/** `67 y F, ASA 3, Urgent, 14:05 – 15:30, RSI, ST 5-7 Trainee – lap appendix`; empty when nothing is entered. */
export function describeRow(row: Row, words: Words, place: Place): string {
  const facts = [
    describePatient(row),
    textOf(row, "asa") && `ASA ${textOf(row, "asa")}`,
    describeTimes(row),
    describeDay(row, place),
    describeCells(row, ["urgency", KINDS.airway.chosen, KINDS.procedure.chosen, "supervision"], words),
  ];
  return [facts.filter(Boolean).join(", "), textOf(row, "case_description")].filter(Boolean).join(" – ");
}

/** The values of some cells as text. */
export function describeCells(row: Row, names: readonly string[], { own, supervisions }: Words): string {
  const said = names.map((name) => {
    if (name === "urgency") return wordOf(URGENCIES, textOf(row, name));
    if (name === "supervision") return wordOf(supervisions, textOf(row, name));
    const kind = name === KINDS.airway.chosen ? "airway" : "procedure";
    const all = [...STANDARD_OPTIONS[kind], ...own];
    return (row[name] ?? [])
      .flatMap((id) => all.filter((option) => option.id === id).map(({ label }) => label + describeFlags(row, id)))
      .join(", ");
  });
  return said.filter(Boolean).join(", ");
}

function describeFlags(row: Row, id: string): string {
  const flags = (row[flagsName(id)] ?? []).map((flag) => wordOf(BLOCK_FLAGS, flag)).filter(Boolean);
  return flags.length === 0 ? "" : ` (${flags.join(", ")})`;
}

function describePatient(row: Row): string {
  const unit = AGE_UNITS.find(({ value }) => value === textOf(row, "age_unit"))?.value ?? "years";
  const age = /^\d+$/.test(textOf(row, "age")) ? formatAge(Number(textOf(row, "age")), unit) : "";
  return [age, wordOf(GENDERS, textOf(row, "gender")).charAt(0)].filter(Boolean).join(" ");
}

/** `starts Wed 18 Nov (next day)`; empty for the day of the session. */
function describeDay(row: Row, { session, choosesDay }: Place): string {
  const note = dayNote(
    session,
    readTyped((name) => textOf(row, name), choosesDay),
  );
  return note ? note.charAt(0).toLowerCase() + note.slice(1) : "";
}

function describeTimes(row: Row): string {
  const [start, end] = [textOf(row, "start_time"), textOf(row, "end_time")];
  return start && end ? `${start} – ${end}` : start ? `from ${start}` : end && `until ${end}`;
}
