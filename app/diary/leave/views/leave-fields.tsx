import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { LIEU_UNITS } from "~/diary/lieu/format";
import type { LockedDays } from "~/diary/locks/rules";
import { LockedFields } from "~/diary/locks/views/locked-fields";
import { upperFirst } from "~/platform/letter-case";
import { formatList } from "~/platform/time/counted";
import { SegmentField, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, hasAnswer, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField, TextField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { LEAVE_STATUSES, LEAVE_TYPES } from "../kinds";
import type { WorthBasis } from "../worth-words";
import { LeaveWorth, LockedLeave } from "./leave-worth";

const TYPE_CHOICES = Object.entries(LEAVE_TYPES).map(([value, label]) => ({ value, label }));
const STATUS_CHOICES = Object.entries(LEAVE_STATUSES).map(([value, label]) => ({ value, label }));
const PART_CHOICES = [
  { value: "full", label: "Whole day" },
  { value: "am", label: "Morning" },
  { value: "pm", label: "Afternoon" },
];

const NEW_STATUSES = ["planned", "requested", "approved"];

const UNIT_CHOICES = Object.entries(LIEU_UNITS).map(([value, label]) => ({ value, label }));

const TEXTS = ["name", "notes"];
const MORE_FIELDS = ["start_part", "end_part", "name", "pa", "study_cost", "notes"];

interface LeaveFieldsProps {
  form: FormView;
  /** Balances of time in lieu, such as `2 days`; one per unit. */
  lieu: readonly string[];
  worth: WorthBasis;
  /** The locked periods. */
  locks: readonly LockedDays[];
  /** What can only be read. */
  read?: "all" | "all but lieu" | false;
}

export function LeaveFields({ form, lieu, worth, locks, read = false }: LeaveFieldsProps) {
  return (
    <div className={`${column({ gap: "5" })} ${lieuIfSpent}`}>
      <LockedFields when={read !== false}>
        <SelectField form={form} name="type" label="Type" choices={TYPE_CHOICES} width="ch24" />
        <FieldPair>
          <DateField form={form} name="date_start" label="First day" />
          <DateField form={form} name="date_end" label="Last day" hint="Leave blank for one day" clearable />
        </FieldPair>
        <LockedLeave form={form} locks={locks} />
      </LockedFields>
      {/* Has the button that Enter presses without script, for the time in lieu too. */}
      <LockedFields when={read === "all"}>
        <LeaveWorth form={form} basis={worth} />
      </LockedFields>
      <LockedFields when={read !== false}>
        <SegmentField
          form={form}
          name="status"
          label="Status"
          hint="Approved and taken leave shows in the logbook and lowers what is expected of you"
          choices={statusesFor(form)}
        />
      </LockedFields>
      <div>
        <LockedFields when={read !== false}>
          <More form={form} />
        </LockedFields>
        <div data-lieu={read === "all but lieu" || hasAnswer(form, ["lieu_amount"]) ? "spent" : ""}>
          <LockedFields when={read === "all"}>
            <SpentLieu form={form} balances={lieu} open={read === "all but lieu"} />
          </LockedFields>
        </div>
      </div>
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

/** Time in lieu is for the types that spend it; a browser without `:has()` shows it for all. */
const lieuIfSpent = css({
  "&:not(:has(:is([value=toil], [value=lieu]):checked)) [data-lieu='']": { display: "none" },
  // Its line is that of the section above it.
  "& [data-lieu]": { marginTop: "[-1px]" },
});

/** `Afternoon of the first day, morning of the last day`. */
function formatHalves({ value }: SectionAnswers): string {
  const half = (name: string, day: string) => {
    const part = PART_CHOICES.find((choice) => choice.value === value(name) && choice.value !== "full");
    return part ? [`${part.label.toLowerCase()} of the ${day} day`] : [];
  };
  return upperFirst([...half("start_part", "first"), ...half("end_part", "last")].join(", "));
}

/** Approved leave counts as taken by its days, and new leave is not cancelled: such a status is for leave that has one. */
function statusesFor(form: FormView) {
  const isNew = form.value("version") === "" && NEW_STATUSES.includes(form.value("status"));
  return isNew ? STATUS_CHOICES.filter(({ value }) => NEW_STATUSES.includes(value)) : STATUS_CHOICES;
}

/** Folded away, since most leave needs none of it. */
function More({ form }: { form: FormView }) {
  return (
    <FormSection
      form={form}
      title="Half days, notes and more"
      fields={MORE_FIELDS}
      message={formatSection}
      nothing="None"
      open={formatSection(form) !== ""}
    >
      <FieldPair>
        <SegmentField
          form={form}
          name="start_part"
          label="Off on the first day"
          hint="Choose Afternoon to start at noon"
          choices={PART_CHOICES}
        />
        <SegmentField
          form={form}
          name="end_part"
          label="Off on the last day"
          hint="Choose Morning to end at noon"
          choices={PART_CHOICES}
        />
      </FieldPair>
      <TextField form={form} name="name" label="Name of your own" hint="Shown in place of the type" width="ch40" />
      <FieldPair>
        <NumberField form={form} name="pa" label="PAs" hint="Leave blank to use your job plan for these days" />
        <TextField
          form={form}
          name="study_cost"
          label="Study cost (£)"
          hint="For study leave only"
          width="ch12"
          figures
          inputMode="decimal"
        />
      </FieldPair>
      <FreeText form={form} name="notes" label="Notes" lines={3} />
    </FormSection>
  );
}

interface SpentLieuProps {
  form: FormView;
  balances: readonly string[];
  open: boolean;
}

function SpentLieu({ form, balances, open }: SpentLieuProps) {
  return (
    <FormSection
      form={form}
      title="Time in lieu spent"
      fields={["lieu_amount", "lieu_unit"]}
      message={formatLieuSection}
      nothing="None"
      open={open || formatLieuSection(form) !== ""}
    >
      <p className={css({ fontSize: "sm", color: "quiet" })}>
        For time off in lieu and bank holidays in lieu only.{" "}
        {balances.length === 0 ? "You have no time in lieu yet." : `You have ${formatList(balances)}.`}
      </p>
      <FieldPair>
        <NumberField form={form} name="lieu_amount" label="How much" />
        <SegmentField form={form} name="lieu_unit" label="Counted in" choices={UNIT_CHOICES} />
      </FieldPair>
    </FormSection>
  );
}

function formatLieuSection({ value }: SectionAnswers): string {
  const unit = UNIT_CHOICES.find((choice) => choice.value === value("lieu_unit"));
  return value("lieu_amount") && `${value("lieu_amount")} ${unit?.label ?? ""}`;
}

/** Summary of the section: the answers that were given. */
function formatSection(answers: SectionAnswers): string {
  const { value } = answers;
  const said = [
    formatHalves(answers),
    value("name"),
    value("pa") && `${value("pa")} PA`,
    value("study_cost") && `£${value("study_cost")}`,
    value("notes") && "Notes",
  ];
  return said.filter(Boolean).join(" · ");
}

const FIELDS_BUT_LIEU = [
  ...["type", "name", "date_start", "start_part", "date_end", "end_part", "status", "pa", "study_cost", "notes"],
];

/** Whether a form has all answers of its leave as they are saved, except those on time in lieu. */
export function isSavedButLieu(form: Pick<FormView, "value">, answers: Record<string, string>): boolean {
  // A browser sends each line break as two characters.
  return FIELDS_BUT_LIEU.every((name) => form.value(name).replaceAll("\r\n", "\n") === answers[name]);
}
