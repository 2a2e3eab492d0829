import { useState } from "react";
import { column, control, text } from "styled-system/recipes";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import {
  AS_TEXT,
  CSV_FIELD_LABELS,
  chosenMeaning,
  LEFT_OUT,
  OPTION_KINDS,
  type WordField,
  type WordTable,
  withMeaning,
} from "~/import/fields";
import type { FieldWord, FieldWords } from "~/import/parse/field-words";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import type { Choice } from "~/ui/forms/choice-fields";
import { Fold } from "~/ui/layout/fold";
import { LineList } from "~/ui/layout/line-list";
import { MeaningLine } from "./meaning-line";

/** Meanings of a word of a field; the choices of a group without a name are not grouped. */
interface ChoiceGroup {
  name: string;
  choices: readonly Choice[];
}

function optionsOf(kind: OptionKind): ChoiceGroup[] {
  return STANDARD[kind].map(({ name, options }) => ({
    name,
    choices: options.map(({ id, label }) => ({ value: id, label })),
  }));
}

const KEPT: ChoiceGroup = { name: "", choices: [{ value: AS_TEXT, label: "Keep in the description" }] };
/** A word of one list may stand for an option of the other: a column of techniques has both. */
const AIRWAY_FIRST = [KEPT, ...optionsOf("airway"), ...optionsOf("procedure")];
const PROCEDURES_FIRST = [KEPT, ...optionsOf("procedure"), ...optionsOf("airway")];

const CHOICES: Readonly<Record<WordField, readonly ChoiceGroup[]>> = {
  urgency: [{ name: "", choices: URGENCIES }],
  supervision: [{ name: "", choices: SUPERVISIONS }],
  airway: AIRWAY_FIRST,
  regional: PROCEDURES_FIRST,
  procedures: PROCEDURES_FIRST,
  status: [{ name: "", choices: [{ value: LEFT_OUT, label: "Leave its cases out" }] }],
};

const LABELS = new Map(
  AIRWAY_FIRST.flatMap(({ choices }) => choices.map(({ value, label }) => [value, label] as const)),
);

/** Groups of choices, with the user's own options first. */
export function groupsOf(field: WordField, own: readonly NamedOption[]): ChoiceGroup[] {
  const mine = OPTION_KINDS[field] ? own : [];
  const choices = [...mine]
    .sort((one, other) => Number(other.kind === OPTION_KINDS[field]) - Number(one.kind === OPTION_KINDS[field]))
    .map(({ id, label }) => ({ value: id, label }));
  return [...(choices.length > 0 ? [{ name: "Your own options", choices }] : []), ...CHOICES[field]];
}

/** `Oral ETT + RSI / modified RSI`, `Spinal, and keep in the description`. */
function formatMeaning(meaning: readonly string[], own: readonly NamedOption[]): string {
  const options = meaning
    .filter((id) => id !== AS_TEXT)
    .map((id) => LABELS.get(id) ?? own.find((each) => each.id === id)?.label ?? id);
  return options.join(" + ") + (meaning.includes(AS_TEXT) ? ", and keep in the description" : "");
}

interface MapWordsProps {
  columns: readonly FieldWords[];
  table: WordTable;
  /** Options of the user's own. */
  own: readonly NamedOption[];
  onTable: (table: WordTable) => void;
}

/** A line for each word of the coded columns, with its meaning. */
export function MapWords({ columns, table, own, onTable }: MapWordsProps) {
  return (
    <section aria-labelledby="words" className={column({ gap: "2" })}>
      <h2 id="words">Words</h2>
      <p className={text({ kind: "hint" })}>
        Choose what each word of the file means in your logbook. An airway, block or procedure that Daybook does not
        know is kept in the description of its case, where you can tick what it is. The names of{" "}
        <a href="/logbook/options/" target="_blank" rel="noopener">
          your own options
        </a>{" "}
        are known, too. Your choices are remembered for files with the same headings.
      </p>
      {columns.map((each) => (
        <ColumnWords key={each.field} column={each} table={table} own={own} onTable={onTable} />
      ))}
    </section>
  );
}

/** More words are in a closed fold. */
const OPEN_WORDS = 12;

interface ColumnWordsProps extends Omit<MapWordsProps, "columns"> {
  column: FieldWords;
}

function ColumnWords({ column: { field, words, more, leftOut }, table, own, onTable }: ColumnWordsProps) {
  // The initial state: choosing a meaning for the last word that was left out does not close the fold.
  const [open] = useState(leftOut > 0 && words.length <= OPEN_WORDS);
  const title = `${CSV_FIELD_LABELS[field]}: ${formatCounted(words.length + more, "word")}`;
  const groups = groupsOf(field, own);
  const unread = OPTION_KINDS[field] ? "not known" : "left out";
  return (
    <Fold open={open} title={leftOut > 0 ? `${title}, ${formatNumber(leftOut)} ${unread}` : title}>
      <LineList>
        {words.map((each) => (
          <WordLine
            key={each.word}
            field={field}
            word={each}
            groups={groups}
            meaning={meaningOf(table, field, each)}
            own={own}
            onMeaning={(meaning) => onTable(withMeaning(table, { field, ...each }, meaning))}
          />
        ))}
      </LineList>
      {more > 0 && (
        <p className={text({ kind: "hint" })}>
          {formatNumber(more)} rarer words are not shown. Those that Daybook knows are read. Check that this is the
          right column.
        </p>
      )}
    </Fold>
  );
}

function meaningOf(table: WordTable, field: WordField, { word, proposed }: FieldWord): readonly string[] {
  return chosenMeaning(table, field, word) ?? proposed;
}

interface WordLineProps {
  field: WordField;
  word: FieldWord;
  groups: readonly ChoiceGroup[];
  meaning: readonly string[];
  own: readonly NamedOption[];
  onMeaning: (meaning: readonly string[]) => void;
}

function WordLine({ field, word: { word, rows, proposed }, groups, meaning, own, onMeaning }: WordLineProps) {
  // An id has no spaces: `aria-describedby` is a list of ids.
  const id = `word-${field}-${encodeURIComponent(word)}`;
  const value = meaning.join();
  const offered = groups.flatMap(({ choices }) => choices);
  // The proposed meaning may be several options, or an option of the other list.
  const others = [...new Set([proposed.join(), value])].filter(
    (each) => each !== "" && !offered.some((choice) => choice.value === each),
  );
  return (
    <MeaningLine id={id} word={word} facts={formatCounted(rows, "row")}>
      <input type="hidden" name="word" value={`${field}:${word}`} />
      <select
        id={id}
        name="word_meaning"
        value={value}
        aria-describedby={`${id}-hint`}
        className={control({ width: "full" })}
        onChange={({ currentTarget }) => onMeaning(currentTarget.value.split(",").filter((each) => each !== ""))}
      >
        <option value="">{field === "status" ? "Import its cases" : "Leave out"}</option>
        {others.map((each) => (
          <option key={each} value={each}>
            {formatMeaning(each.split(","), own)}
          </option>
        ))}
        {groups.map(({ name, choices }) =>
          name === "" ? (
            choices.map(drawChoice)
          ) : (
            <optgroup key={name} label={name}>
              {choices.map(drawChoice)}
            </optgroup>
          ),
        )}
      </select>
    </MeaningLine>
  );
}

function drawChoice({ value, label }: ChoiceGroup["choices"][number]) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
