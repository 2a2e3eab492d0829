import { css } from "styled-system/css";
import { column, control, text } from "styled-system/recipes";
import { SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { STANDARD } from "~/diary/cases/standard-options";
import type { FieldWord, FieldWords } from "~/import/parse/field-words";
import { counted, formatNumber } from "~/platform/time/counted";
import { CSV_FIELD_LABELS, type WordField, type WordTable, withMeaning } from "../fields";

interface MapWordsProps {
  columns: readonly FieldWords[];
  table: WordTable;
  onTable: (table: WordTable) => void;
}

/** A line for each word of the coded columns: what it means here. */
export function MapWords({ columns, table, onTable }: MapWordsProps) {
  return (
    <section aria-labelledby="words" className={column({ gap: "2" })}>
      <h2 id="words">Words</h2>
      <p className={text({ kind: "hint" })}>
        What the words of the file mean in your logbook. Your choices are used again for files with the same headings.
      </p>
      {columns.map(({ field, words, more, leftOut }) => (
        <details key={field} open={leftOut > 0 && words.length <= OPEN_WORDS} className={fold}>
          <summary>
            {CSV_FIELD_LABELS[field]}: {counted(words.length + more, "word")}
            {leftOut > 0 && `, ${formatNumber(leftOut)} left out`}
          </summary>
          <ul className={list}>
            {words.map((each) => (
              <WordLine
                key={each.word}
                field={field}
                word={each}
                meaning={table[field]?.[each.word] ?? each.proposed}
                onMeaning={(meaning) => onTable(withMeaning(table, { field, ...each }, meaning))}
              />
            ))}
          </ul>
          {more > 0 && (
            <p className={text({ kind: "hint" })}>
              And {formatNumber(more)} rarer words, read where they are known. Is this the right column?
            </p>
          )}
        </details>
      ))}
    </section>
  );
}

/** More are folded away. */
const OPEN_WORDS = 12;

interface WordLineProps {
  field: WordField;
  word: FieldWord;
  meaning: readonly string[];
  onMeaning: (meaning: readonly string[]) => void;
}

function WordLine({ field, word: { word, rows, proposed }, meaning, onMeaning }: WordLineProps) {
  const id = `word-${field}-${word}`;
  const value = meaning.join();
  const groups = CHOICES[field];
  const offered = groups.flatMap(({ choices }) => choices);
  // What was proposed may be several options, or one of the other list.
  const others = [...new Set([proposed.join(), value])].filter(
    (each) => each !== "" && !offered.some((choice) => choice.value === each),
  );
  return (
    <li className={line}>
      <label htmlFor={id}>
        <b>{word}</b> <span className={text({ kind: "hint" })}>{counted(rows, "row")}</span>
      </label>
      <input type="hidden" name="word" value={`${field}:${word}`} />
      <select
        id={id}
        name="word_meaning"
        value={value}
        className={control({ width: "full" })}
        onChange={({ currentTarget }) => onMeaning(currentTarget.value.split(",").filter((each) => each !== ""))}
      >
        <option value="">Leave out</option>
        {others.map((each) => (
          <option key={each} value={each}>
            {each
              .split(",")
              .map((part) => LABELS.get(part) ?? part)
              .join(" + ")}
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
    </li>
  );
}

interface Choice {
  value: string;
  label: string;
}

function drawChoice({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

interface ChoiceGroup {
  name: string;
  choices: readonly Choice[];
}

function optionsOf(kind: keyof typeof STANDARD): ChoiceGroup[] {
  return STANDARD[kind].map(({ name, options }) => ({
    name,
    choices: options.map(({ id, label }) => ({ value: id, label })),
  }));
}

const CHOICES: Readonly<Record<WordField, readonly ChoiceGroup[]>> = {
  urgency: [{ name: "", choices: URGENCIES }],
  supervision: [{ name: "", choices: SUPERVISIONS }],
  airway: optionsOf("airway"),
  regional: optionsOf("procedure"),
  procedures: optionsOf("procedure"),
};

const LABELS = new Map(
  [...CHOICES.airway, ...CHOICES.procedures].flatMap(({ choices }) =>
    choices.map(({ value, label }) => [value, label]),
  ),
);

const fold = css({
  "& summary": { minHeight: "target", display: "inline-flex", alignItems: "center" },
  "& summary::after": { content: '"Show"', fontSize: "xs", color: "accent", marginLeft: "2" },
  "&[open] summary::after": { content: '"Hide"' },
});

const list = css({ borderTop: "ink" });

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: "1",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "2",
  overflowWrap: "anywhere",
});
