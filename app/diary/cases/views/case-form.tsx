import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { AGE_UNITS, ASA_GRADES, GENDERS, URGENCIES, wordOf } from "~/diary/cases/codes";
import type { CaseFormData } from "~/diary/cases/page.server";
import { formatAge } from "~/diary/cases/rules";
import { CaseFee } from "~/diary/fees/views/fee-details";
import { LockedNotice, READ_AND_ADD_FEES } from "~/diary/locks/views/locked-notice";
import { type Choice, SegmentField, SelectField, TickField } from "~/ui/forms/choice-fields";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { Icon } from "~/ui/layout/icon";
import { CaseList } from "./case-list";
import { CaseTimes } from "./case-times";
import { OptionPicker } from "./option-picker";

interface CaseHeadingProps {
  around: CaseFormData;
  except?: string;
  /** Address of the session, with its query for the way back. */
  sessionPath: string;
}

/**
 * Shows the case's session, and the cases already logged in it: folded, so that the form is not pushed down. Above it,
 * whether the session is locked.
 */
export function CaseHeading({ around, except, sessionPath }: CaseHeadingProps) {
  const { session } = around;
  const others = around.cases.filter((each) => each.unique_ref !== except);
  const some = except ? "other case" : "case";
  return (
    <div className={column({ gap: "4" })}>
      <LockedNotice words={around.locked}>
        {except ? READ_AND_ADD_FEES : "You cannot add cases to this session."}
      </LockedNotice>
      <div>
        <p>
          <strong className={text({ kind: "strong" })}>{session.element}</strong>
          <br />
          <span className={css({ color: "quiet", fontVariantNumeric: "tabular-nums" })}>{session.when}</span>
        </p>
        {others.length === 0 ? (
          <p className={text({ kind: "hint" })}>No {some}s are logged for this session yet.</p>
        ) : (
          <details className={css({ "&[open] > summary > svg": { transform: "rotate(180deg)" } })}>
            <summary className={summary}>
              <Icon name="chevron" />
              {others.length} {others.length === 1 ? some : `${some}s`} logged already
            </summary>
            <CaseList sessionRef={session.unique_ref} sessionPath={sessionPath} cases={others} />
          </details>
        )}
      </div>
    </div>
  );
}

const TEXTS = [
  ...["case_description", "new_airway_option", "new_extra_option", "case_claim_procedure_code", "case_claim_payer"],
  ...["case_claim_notes", "complications", "reflective_notes"],
];

/** All fields of a case: those that every case has first, then those that some have. Enter saves from any of them. */
export function CaseFields({ form, around }: { form: FormView; around: CaseFormData }) {
  const { session, days, custom, usual } = around;

  return (
    <div className={column({ gap: "5" })}>
      <FreeText
        form={form}
        name="case_description"
        label="Case description"
        hint="No names, numbers or dates of birth of patients"
        lines={2}
      />
      <AgeAndGender form={form} inBands={around.agesInBands} />
      <SegmentField
        form={form}
        name="asa"
        label="ASA"
        choices={[...ASA_GRADES, { value: "", label: "Not recorded" }]}
      />
      <SegmentField
        form={form}
        name="urgency"
        label="Urgency"
        choices={[...URGENCIES, { value: "", label: "Not Recorded" }]}
      />
      <SelectField
        form={form}
        name="supervision"
        label="Supervision"
        choices={around.supervisions}
        blank="No Supervision"
        width="ch40"
      />
      <CaseTimes form={form} session={session.span} days={days} />
      <div>
        <OptionPicker form={form} kind="airway" custom={custom.airway} usual={usual.airway} />
        <OptionPicker form={form} kind="procedure" custom={custom.procedure} usual={usual.procedure} />
        <CaseFee form={form} saved={around.fee} payers={around.payers} workDate={session.date} path={around.feePath} />
      </div>
      <FreeText form={form} name="complications" label="Complications" />
      <FreeText
        form={form}
        name="reflective_notes"
        label="Reflective notes"
        hint="Encrypted, like all the text of a case"
      />
      <SaveAnyway form={form} names={TEXTS} />
      {(form.error("save_empty") || form.value("save_empty")) && (
        <TickField form={form} name="save_empty" label="Save it empty for now, to complete later" />
      )}
    </div>
  );
}

const PATIENT = ["age", "age_unit", "gender"];

/** Fields that need no mouse: digits, the first letter of a unit, F or M. */
function AgeAndGender({ form, inBands }: { form: FormView; inBands: boolean }) {
  return (
    <FormSection form={form} title="Age and gender" fields={PATIENT} open message={formatPatient}>
      <div className={patient}>
        <TextField form={form} name="age" label="Age" inputMode="numeric" width="ch4" figures shape={digitsOnly} />
        <SelectField form={form} name="age_unit" label="Unit of age" choices={AGE_UNITS} width="ch12" />
        <SegmentField
          form={form}
          name="gender"
          label="Gender"
          choices={[...GENDERS.map(onPhoneShort), { value: "", label: "Not recorded" }]}
        />
      </div>
      {inBands && (
        <p className={css({ fontSize: "sm", color: "quiet", lineHeight: "snug" })}>
          Only the youngest age of the band is kept, as set in your profile.
        </p>
      )}
    </FormSection>
  );
}

/** Shows only the first letter on a phone; screen readers read the whole word. */
function onPhoneShort({ value, label }: Choice) {
  const words = (
    <>
      {label[0]}
      <span className={css({ display: "contents", fontSize: { base: "[0]", wide: "md" } })}>{label.slice(1)}</span>
    </>
  );
  return { value, label: words };
}

/** One row on a phone too, except on the narrowest ones, or when there is an error to show. */
const patient = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "&:has([data-invalid])": { flexDirection: "column" },
  "&:not(:has([data-invalid]))": {
    "& > :first-child": { width: "[7ch]" },
    "& > :nth-child(2)": { width: "[10ch]" },
  },
  "& > fieldset": { flex: "[1 1 min-content]" },
  "& fieldset > div": { flexWrap: "nowrap" },
  "& fieldset label": { paddingInline: "2" },
});

/** `71 y, Female`. */
function formatPatient({ value }: SectionAnswers): string {
  const unit = AGE_UNITS.find((each) => each.value === value("age_unit"))?.value;
  const age = unit && /^\d+$/.test(value("age")) ? formatAge(Number(value("age")), unit) : "";
  return [age, wordOf(GENDERS, value("gender"))].filter(Boolean).join(", ");
}

/** Age accepts digits (specification section 5). */
function digitsOnly(text: string): string {
  return text.replace(/\D/g, "");
}

const summary = css({
  display: "inline-flex",
  gap: "1",
  alignItems: "center",
  minHeight: { base: "control", wide: "target" },
  fontSize: "md",
  fontWeight: "strong",
  color: "accent",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
});
