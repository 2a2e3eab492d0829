import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import { Icon } from "~/ui/icon";
import type { CsvMapping } from "../fields";
import type { MappedFile, ReadFile, Wanted } from "../read-file";
import { DoubtfulValues } from "./doubtful-values";
import { FirstRows } from "./first-rows";
import { HowItIsRead, type ReadAs } from "./how-it-is-read";
import { MapColumns } from "./map-columns";
import { MapQuestions } from "./map-questions";
import { RejectedRows } from "./rejected-rows";
import { RowCounts } from "./row-counts";

interface MapStepProps {
  file: ReadFile;
  /** What the mapping makes of it; null until that is known. */
  mapped: MappedFile | null;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
  /** Why it could not be read as was asked last. */
  readProblem?: string;
  onReadAs?: (as: ReadAs) => void;
  errors: Readonly<Record<string, string>>;
  /** The mapping is the one that was used for this layout before. */
  remembered: boolean;
  onDevice: boolean;
  /** The rejected rows as a file. */
  download: ReactNode;
  /** Of the form: Confirm Columns and what stands beside it. */
  buttons: ReactNode;
}

/** The mapping page (specification, sections 2.15 and 4), between the tags of a form. */
export function MapStep(props: MapStepProps) {
  const { file, mapped, wanted, onWanted, readProblem, onReadAs, errors, remembered, onDevice, download, buttons } =
    props;
  const setMapping = (mapping: CsvMapping) => onWanted({ ...wanted, mapping });
  const setChoices = (choices: MapChoices) => onWanted({ ...wanted, choices: { ...wanted.choices, ...choices } });
  return (
    <div className={column({ gap: "5" })}>
      <p className={note({ icon: true })}>
        <Icon name="info" />
        <span>
          {onDevice
            ? "This file is read on this device. Only the columns that you map below are sent; names, numbers and all other columns stay here."
            : "Without script the server read this file in memory to show this page. Only the columns that you map below are kept."}
        </span>
      </p>
      <section aria-labelledby="columns" className={column({ gap: "2" })}>
        <h2 id="columns">Columns</h2>
        <p className={text({ kind: "hint" })}>
          {remembered
            ? "Mapped as the last file of this layout was. Check it, then confirm."
            : "Suggested by the headings. Check it, then confirm. Each field takes one column, each column one field."}
        </p>
        <MapColumns file={file} mapping={wanted.mapping} onMapping={setMapping} errors={errors} />
      </section>
      {mapped && <MapQuestions mapped={mapped} choices={wanted.choices} onChoices={setChoices} />}
      {mapped && <RowCounts mapped={mapped} />}
      {mapped && <DoubtfulValues file={file} mapped={mapped} />}
      <div className={foot}>{buttons}</div>
      {mapped && mapped.faults.length > 0 && <RejectedRows file={file} mapped={mapped} download={download} />}
      <FirstRows file={file} mapping={wanted.mapping} onDevice={onDevice} />
      <HowItIsRead file={file} problem={readProblem} onReadAs={onReadAs} />
    </div>
  );
}

const foot = css({ display: "grid", gap: "2" });
