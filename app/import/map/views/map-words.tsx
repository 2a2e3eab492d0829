import { useState } from "react";
import { column, control, text } from "styled-system/recipes";
import type { NamedOption } from "~/diary/case-lines/line-case";
import {
  CSV_FIELD_LABELS,
  chosenMeaning,
  OPTION_KINDS,
  type WordField,
  type WordTable,
  withMeaning,
} from "~/import/fields";
import type { FieldWord, FieldWords } from "~/import/parse/field-words";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import { Fold } from "~/ui/layout/fold";
import { LineList } from "~/ui/layout/line-list";
import { MeaningLine } from "./meaning-line";
import { type ChoiceGroup, formatMeaning, groupsOf } from "./word-choices";

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
