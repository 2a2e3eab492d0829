import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import type { CsvMapping } from "~/import/fields";
import type { EarlierImport } from "~/import/map/known-file.server";
import type { MapChoices } from "~/import/parse/map-rows";
import { type MappedFile, newRowsOf, type ReadFile, type ReadingRequest, type StoredLines } from "~/import/read-file";
import { formatCounted } from "~/platform/time/counted";
import { ChoiceList } from "~/ui/forms/choice-list";
import { formView } from "~/ui/forms/form-state";
import { Icon } from "~/ui/layout/icon";
import { FirstRows } from "./first-rows";
import { MapColumns } from "./map-columns";
import { MapQuestions } from "./map-questions";
import { MapWords } from "./map-words";
import { DoubtfulValues, RejectedRows, RowCounts } from "./mapped-rows";
import { type ReadAs, ReadingOptions } from "./reading-options";

interface OnlyMineProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
  error: string | undefined;
}

/** The names in the column of anaesthetists, of which the user chooses their own. */
function OnlyMine({ mapped: { people, open }, choices: { mine = [] }, onChoices, error }: OnlyMineProps) {
  if (people.length < 2 && open !== "mine") return null;
  return (
    <section aria-labelledby="only-mine" className={column({ gap: "2" })}>
      <h2 id="only-mine">Only my cases</h2>
      <p className={text({ kind: "hint" })}>
        Choose your name, in each way that the file writes it. The cases of other anaesthetists are left out. Names are
        not kept. Daybook keeps a code made from yours, to choose it in your next file.
      </p>
      <ChoiceList
        form={{ ...formView({ mine }, undefined), error: () => error }}
        name="mine"
        label="My name"
        labelUnseen
        type="checkbox"
        choices={people.map(({ name, hash, rows }) => ({
          value: hash,
          label: (
            <>
              {name || "No name"} <span className={text({ kind: "hint" })}>{formatCounted(rows, "row")}</span>
            </>
          ),
        }))}
        onChoose={(hash, chosen) => {
          const others = mine.filter((each) => each !== hash);
          onChoices({ mine: chosen ? [...others, hash] : others });
        }}
        className={list}
      />
    </section>
  );
}

const list = css({
  columns: { base: "1", wide: "2" },
  columnGap: "5",
  overflowWrap: "anywhere",
  "& > div": { breakInside: "avoid" },
});

interface MapStepProps {
  file: ReadFile;
  /** The result of the mapping; null until it is known. */
  mapped: MappedFile | null;
  wanted: ReadingRequest;
  onWanted: (wanted: ReadingRequest) => void;
  /** Why the file could not be read with the encoding or separator that was chosen last. */
  readProblem?: string;
  onReadAs?: (as: ReadAs) => void;
  errors: Readonly<Record<string, string>>;
  /** Whether the mapping is the one that was used for this layout before. */
  remembered: boolean;
  onDevice: boolean;
  /** Lines that earlier imports brought from the file; null for none. */
  there: StoredLines | null;
  /** Control that downloads the rejected rows as a file. */
  download: ReactNode;
  /** Buttons of the form: Confirm Columns and those beside it. */
  buttons: ReactNode;
}

/** The mapping page (specification, sections 2.15 and 4), rendered inside a form. */
export function MapStep(props: MapStepProps) {
  const {
    file,
    mapped,
    wanted,
    onWanted,
    readProblem,
    onReadAs,
    errors,
    remembered,
    onDevice,
    there,
    download,
    buttons,
  } = props;
  const setMapping = (mapping: CsvMapping) => onWanted({ ...wanted, mapping });
  const setChoices = (choices: MapChoices) => onWanted({ ...wanted, choices: { ...wanted.choices, ...choices } });
  return (
    <div className={column({ gap: "5" })}>
      <p className={note({ icon: true })}>
        <Icon name="info" />
        <span>
          {onDevice
            ? "This file is read on your device. Only the columns that you map below are sent, a date of birth as an age. All others, such as names and hospital numbers, stay on your device. So do the names of anaesthetists."
            : "Without JavaScript, the whole file was sent to show this page. Only the columns that you map below are kept, a date of birth as an age. The names of anaesthetists are not kept."}
        </span>
      </p>
      <section aria-labelledby="columns" className={column({ gap: "2" })}>
        <h2 id="columns">Columns</h2>
        <p className={text({ kind: "hint" })}>
          {remembered
            ? "These are the columns that you chose for the last file with the same headings. Check them, then confirm."
            : "Daybook suggests columns by their headings. Check them, then confirm. You can use each column once."}
        </p>
        <MapColumns file={file} mapping={wanted.mapping} onMapping={setMapping} errors={errors} />
      </section>
      {mapped && <MapQuestions mapped={mapped} choices={wanted.choices} onChoices={setChoices} errors={errors} />}
      {mapped && <OnlyMine mapped={mapped} choices={wanted.choices} onChoices={setChoices} error={errors.mine} />}
      {mapped && mapped.words.length > 0 && (
        <MapWords
          columns={mapped.words}
          own={wanted.own}
          table={wanted.choices.words ?? {}}
          onTable={(words) => setChoices({ words: Object.keys(words).length > 0 ? words : undefined })}
        />
      )}
      {mapped && <RowCounts mapped={mapped} fresh={newRowsOf(file, wanted, mapped, there)} />}
      {mapped && <DoubtfulValues file={file} mapped={mapped} />}
      <div className={foot}>{buttons}</div>
      {mapped && mapped.faults.length > 0 && <RejectedRows file={file} mapped={mapped} download={download} />}
      <FirstRows file={file} mapping={wanted.mapping} onDevice={onDevice} />
      <ReadingOptions file={file} problem={readProblem} onReadAs={onReadAs} />
    </div>
  );
}

const foot = css({ display: "grid", gap: "2" });

/** Shown for a file of which all rows were imported before. */
export function ImportedBefore({ earlier, there }: { earlier: EarlierImport; there: StoredLines | null }) {
  const placed = there?.placed ?? 0;
  const inLogbook =
    placed === 0
      ? "None of its cases is in your logbook."
      : `${formatCounted(placed, "case from it is", "cases from it are")} in your logbook.`;
  return (
    <p className={note({ tone: "warn" })}>
      You imported this file on {earlier.day}. {inLogbook} No case is imported twice. If you map the columns
      differently, the cases that are not in a session yet are replaced.
    </p>
  );
}
