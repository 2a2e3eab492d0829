import { useState } from "react";
import { css } from "styled-system/css";
import { column, field, note, text } from "styled-system/recipes";
import { AGE_UNITS, ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import { KINDS } from "~/diary/cases/options";
import type { CaseFormData } from "~/diary/cases/page.server";
import { BLOCK_FLAGS, BLOCK_IDS, flagsName, STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { Chip, chips } from "~/diary/cases/views/chips";
import { SelectField } from "~/ui/forms/choice-fields";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { fold } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import type { NamedOption } from "../line-case";
import type { Remark } from "../remarks";
import { inheritedBy, isBlank, ROW_PARTS, textOf } from "../row";
import { describeCells, describeRow } from "../row-in-words";
import { rowField } from "../rows-in-form";
import type { RowState } from "./row-states";

/** What the rows of a list need of their session. */
export type RowPlace = Pick<CaseFormData, "days" | "supervisions"> & { session: Pick<CaseFormData["session"], "span"> };

interface CaseRowProps {
  index: number;
  state: RowState;
  /** The form with the answers of all rows. */
  form: FormView;
  around: RowPlace;
  own: readonly NamedOption[];
  /** Whether the cells of a row without a line are open. */
  open: boolean;
  /** Whether it is the only row. */
  isAlone: boolean;
}

/** A case: its line, how it was read, and the cells in which that is corrected. */
export function CaseRow({ index, state, form, around, own, open, isAlone }: CaseRowProps) {
  const { row, remarks } = state;
  const nameOf = (part: string) => rowField(index, part);
  const words = { own, supervisions: around.supervisions };
  const place = { session: around.session.span, choosesDay: around.days.length > 0 };
  const isFaulty = ROW_PARTS.some((part) => part !== "line" && form.error(nameOf(part)) !== undefined);
  const inherited = describeCells(row, inheritedBy(row), words);
  return (
    <li className={line} data-blank={isBlank(row) && isAlone ? "" : undefined}>
      <div className={column({ gap: "1" })}>
        <TextField
          form={form}
          name={nameOf("line")}
          label={`Case ${index + 1}`}
          list="line-words"
          spellCheck={false}
          autoCorrect="off"
          enterKeyHint="next"
        />
        <input type="hidden" name={nameOf("read_line")} value={row.read_line?.[0] ?? ""} />
        <input type="hidden" name={nameOf("inherited")} value={row.inherited?.[0] ?? ""} />
        <div aria-live="polite">
          <Remarks remarks={remarks} />
        </div>
        {inherited !== "" && <p className={text({ kind: "hint" })}>As above: {inherited}</p>}
      </div>
      <details open={isFaulty || (open && textOf(row, "line") === "")} className={fold}>
        <summary className={readAs}>
          <Icon name="chevron" />
          <span>{(!isBlank(row) && describeRow(row, words, place)) || "Details"}</span>
        </summary>
        <fieldset className={field().root}>
          <legend className={css({ srOnly: true })}>Details of case {index + 1}</legend>
          <FieldPair>
            <Cells key={state.drawn} index={index} form={form} around={around} />
            <TextField form={form} name={nameOf("more")} label="Add airway or procedures" />
          </FieldPair>
          <ChosenOptions key={`options ${state.optionsDrawn}`} index={index} form={form} own={own} />
        </fieldset>
      </details>
    </li>
  );
}

function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={remarks.some(({ asks }) => asks) ? note({ tone: "warn" }) : note()}>
      {remarks.map(({ text: said, message }) => (
        <li key={`${said}/${message}`}>
          {said && <strong>{said}: </strong>}
          {message}
        </li>
      ))}
    </ul>
  );
}

const CODES = [
  { part: "gender", label: "Gender", choices: GENDERS },
  { part: "asa", label: "ASA", choices: ASA_GRADES },
  { part: "urgency", label: "Urgency", choices: URGENCIES },
] as const;

function Cells({ index, form, around }: Pick<CaseRowProps, "index" | "form" | "around">) {
  const nameOf = (part: string) => rowField(index, part);
  return (
    <>
      <TextField form={form} name={nameOf("age")} label="Age" inputMode="numeric" width="ch4" figures />
      <SelectField form={form} name={nameOf("age_unit")} label="Unit of age" choices={AGE_UNITS} width="ch12" />
      {CODES.map(({ part, label, choices }) => (
        <SelectField
          key={part}
          form={form}
          name={nameOf(part)}
          label={label}
          choices={choices}
          blank="Not recorded"
          width="ch12"
        />
      ))}
      {around.days.length > 0 && (
        <SelectField form={form} name={nameOf("case_day")} label="Day" choices={around.days} width="ch24" />
      )}
      <TimeField form={form} name={nameOf("start_time")} label="Start time" />
      <TimeField form={form} name={nameOf("end_time")} label="End time" />
      <SelectField
        form={form}
        name={nameOf("supervision")}
        label="Supervision"
        choices={around.supervisions}
        blank="No Supervision"
        width="ch24"
      />
      <TextField form={form} name={nameOf("case_description")} label="Case description" list="case-descriptions" />
    </>
  );
}

/** The options of a row, each with a tick box to remove it. */
function ChosenOptions({ index, form, own }: Pick<CaseRowProps, "index" | "form" | "own">) {
  const nameOf = (part: string) => rowField(index, part);
  const chosen = (["airway", "procedure"] as const).flatMap((kind) => {
    const name = nameOf(KINDS[kind].chosen);
    const all = [...STANDARD_OPTIONS[kind], ...own.filter((each) => each.kind === kind)];
    return form
      .values(name)
      .flatMap((id) => all.filter((option) => option.id === id).map((option) => ({ name, option })));
  });
  const flags = chosen.flatMap(({ option }) => {
    const name = nameOf(flagsName(option.id));
    const said = BLOCK_IDS.includes(option.id) ? form.values(name) : [];
    return BLOCK_FLAGS.filter(({ value }) => said.includes(value)).map(({ value, label }) => ({
      name,
      option: { id: value, label: `${option.label}: ${label}` },
    }));
  });
  // Unticked options stay visible until the row is read again.
  const [shown] = useState([...chosen, ...flags]);
  if (shown.length === 0) return null;
  return (
    <div className={chips}>
      {shown.map(({ name, option }) => (
        <Chip key={`${name}/${option.id}`} name={name} option={option} checked />
      ))}
    </div>
  );
}

const line = css({
  borderBottom: "line",
  paddingBlock: "3",
  "@media (scripting: none)": { "&[data-blank]": { display: "none" } },
});

/** The summary of the reading, which opens the cells. */
const readAs = css({
  display: "flex",
  gap: "2",
  alignItems: "center",
  minHeight: "control",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "& > svg": { flexShrink: "0", color: "accent" },
});
