import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { CaseFee } from "~/claims/views/case-fee";
import { FreeText } from "~/identifiers/views/free-text";
import { SaveAnyway } from "~/identifiers/views/save-anyway";
import { SegmentField, SelectField } from "~/ui/choice-fields";
import { FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { TextField, TimeField } from "~/ui/text-fields";
import { AGE_UNITS, ASA_GRADES, GENDERS, SUPERVISIONS, URGENCIES } from "../codes";
import type { AroundCase } from "../page-data.server";
import { OptionPicker } from "./option-picker";

const TEXTS = ["case_description", "complications", "reflective_notes", "case_claim_notes"];

/** All answers of a case in the order in which a theatre case gives them. */
export function CaseFields({ form, around }: { form: FormView; around: AroundCase }) {
  const { session, days, custom } = around;

  return (
    <div className={column({ gap: "5" })}>
      <div className={column({ gap: "1" })}>
        <FieldPair>
          {days.length > 0 && (
            <div className={css({ flexBasis: "full", maxWidth: "ch24" })}>
              <SelectField form={form} name="case_day" label="Day" choices={days} />
            </div>
          )}
          <TimeField form={form} name="start_time" label="Start time" />
          <TimeField form={form} name="end_time" label="End time" />
        </FieldPair>
        <TimesHint session={session} />
      </div>
      <FreeText
        form={form}
        name="case_description"
        label="Case description"
        hint="No names, numbers or dates of birth of patients"
        lines={2}
      />
      <FieldPair>
        <TextField form={form} name="age" label="Age" inputMode="numeric" width="ch4" figures />
        <SelectField form={form} name="age_unit" label="Unit of age" choices={AGE_UNITS} width="ch12" />
        <SegmentField
          form={form}
          name="gender"
          label="Gender"
          choices={[...GENDERS, { value: "", label: "Not recorded" }]}
        />
      </FieldPair>
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
        choices={SUPERVISIONS}
        blank="No Supervision"
        width="ch40"
      />
      <OptionPicker form={form} kind="airway" custom={custom.airway} />
      <OptionPicker form={form} kind="procedure" custom={custom.procedure} />
      <CaseFee form={form} saved={around.fee} payers={around.payers} workDate={session.date} />
      <FreeText form={form} name="complications" label="Complications" />
      <FreeText form={form} name="reflective_notes" label="Reflective notes" hint="Sealed, as all text of a case is" />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

/** How a time is read; it says only what can matter in this session. */
function TimesHint({ session }: { session: AroundCase["session"] }) {
  return (
    <p className={css({ fontSize: "sm", color: "quiet", lineHeight: "snug" })}>
      {session.multiDay
        ? "Both optional. An end before the start is on the next day."
        : `Both optional. Before ${session.starts} means the next day.`}
    </p>
  );
}
