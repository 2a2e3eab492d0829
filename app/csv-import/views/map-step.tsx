import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { choice, column, note, row, text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import type { CsvMapping } from "../fields";
import { figure } from "../figures";
import type { MappedFile, ReadFile, Wanted } from "../read-file";
import type { MapChoices } from "../reading/map-rows";
import { rowWords } from "../reading/table";
import { noticeWords } from "../reading/words";
import { DoubtfulValues } from "./doubtful-values";
import { HowItIsRead, type ReadAs } from "./how-it-is-read";
import { FirstRows, MapColumns } from "./map-columns";

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
      {mapped && <Questions mapped={mapped} choices={wanted.choices} onChoices={setChoices} />}
      {mapped && <Counts mapped={mapped} />}
      {mapped && <DoubtfulValues file={file} mapped={mapped} />}
      <div className={foot}>{buttons}</div>
      {mapped && mapped.faults.length > 0 && <RejectedRows file={file} mapped={mapped} download={download} />}
      <FirstRows file={file} mapping={wanted.mapping} onDevice={onDevice} />
      <HowItIsRead file={file} problem={readProblem} onReadAs={onReadAs} />
    </div>
  );
}

interface QuestionsProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
}

/** What is doubtful of a whole column: asked, offered, or only said. */
function Questions({ mapped, choices, onChoices }: QuestionsProps) {
  if (mapped.notices.length === 0) return null;
  return (
    <section aria-labelledby="questions" className={column({ gap: "3" })}>
      <h2 id="questions">Check these</h2>
      {mapped.notices.map((notice) => (
        <div key={notice.code} className={note({ tone: "warn" })}>
          <p>{noticeWords(notice)}</p>
          {notice.code === "us_dates" && (
            <Tick
              name="us_dates"
              label="Read them month first"
              ticked={choices.usDates === true}
              onTick={(usDates) => onChoices({ usDates })}
            />
          )}
          {notice.code === "same_case" && (
            <Tick
              name="join_procedures"
              label="Join their procedures to one case"
              ticked={choices.joinProcedures === true}
              onTick={(joinProcedures) => onChoices({ joinProcedures })}
            />
          )}
          {notice.code === "gender_codes" && (
            <fieldset className={css({ border: "none", padding: "0", margin: "0" })}>
              <legend className={css({ srOnly: true })}>What 1 and 2 mean</legend>
              {GENDER_CODES.map(({ value, label }) => (
                <label key={value} className={choice()}>
                  <input
                    type="radio"
                    name="gender_codes"
                    value={value}
                    checked={choices.genderCodes === value}
                    onChange={() => onChoices({ genderCodes: value })}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
          )}
        </div>
      ))}
    </section>
  );
}

const GENDER_CODES = [
  { value: "1_female", label: "1 is female, 2 is male" },
  { value: "1_male", label: "1 is male, 2 is female" },
] as const;

interface TickProps {
  name: string;
  label: string;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

function Tick({ name, label, ticked, onTick }: TickProps) {
  return (
    <label className={choice()}>
      <input
        type="checkbox"
        name={name}
        value="yes"
        checked={ticked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** What will become of the rows. */
function Counts({ mapped }: { mapped: MappedFile }) {
  const { read, skipped, merged, rejected } = mapped.counts;
  const facts = [
    { label: "Read", value: read, hint: "rows of the file" },
    { label: "Skipped", value: skipped, hint: "empty, headings, totals" },
    { label: "Merged", value: merged, hint: "equal, or continued" },
    { label: "Rejected", value: rejected, hint: "listed below" },
    { label: "To import", value: mapped.rows, hint: "cases" },
  ];
  return (
    <section aria-labelledby="counts" className={column({ gap: "2" })}>
      <h2 id="counts">Rows</h2>
      <dl className={figures}>
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{figure(value)}</b> <span className={text({ kind: "hint" })}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface RejectedRowsProps {
  file: ReadFile;
  mapped: MappedFile;
  download: ReactNode;
}

function RejectedRows({ file, mapped, download }: RejectedRowsProps) {
  const more = mapped.counts.rejected - mapped.faults.length;
  return (
    <section aria-labelledby="rejected" className={column({ gap: "3" })}>
      <div className={row({ spread: true })}>
        <h2 id="rejected">
          {figure(mapped.counts.rejected)} rejected {mapped.counts.rejected === 1 ? "row" : "rows"}
        </h2>
        {download}
      </div>
      <ul className={faults}>
        {mapped.faults.map((fault) => (
          <li key={`${fault.line} ${fault.field}`}>
            <b>{rowWords(file, fault.line)}</b>
            <span>
              {fault.column && `${fault.column}: `}
              {fault.found && <q>{fault.found}</q>}
            </span>
            <span>{fault.mend}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={text({ kind: "hint" })}>And {figure(more)} more: download them to see all.</p>}
    </section>
  );
}

const foot = css({ display: "grid", gap: "2" });

const figures = css({
  display: "grid",
  gridTemplateColumns: { base: "1fr 1fr", desk: "repeat(5, 1fr)" },
  gap: "3",
  borderBlock: "line",
  paddingBlock: "3",
  "& dt": { fontSize: "sm", color: "quiet" },
  "& dd": { margin: "0" },
  "& b": { display: "block", fontSize: "lead", fontWeight: "heading", fontVariantNumeric: "tabular-nums" },
});

const faults = css({
  borderTop: "ink",
  "& li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "80px minmax(0, 1fr) minmax(0, 1fr)" },
    columnGap: "4",
    borderBottom: "line",
    paddingBlock: "2",
  },
});
