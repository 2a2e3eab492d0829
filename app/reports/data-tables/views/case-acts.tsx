import { row } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import { DateField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { NO_SUPERVISION } from "../ticked";
import { act } from "./session-acts";

interface CaseActsProps {
  form: FormView;
  options: readonly ChoiceGroup[];
  /** In the user's own words. */
  supervisions: readonly Choice[];
}

/** What can be done with ticked cases. */
export function CaseActs({ form, options, supervisions }: CaseActsProps) {
  const choices = [...supervisions, { value: NO_SUPERVISION, label: "No Supervision" }];
  return (
    <>
      <div className={`${row({ align: "end" })} ${act}`}>
        <SelectField
          form={form}
          name="new_supervision"
          label="Supervision"
          choices={choices}
          blank="Choose"
          width="ch24"
        />
        <SubmitButton visual="normal" name="act" value="supervision">
          Set supervision
        </SubmitButton>
      </div>
      <div className={`${row({ align: "end" })} ${act}`}>
        <SelectField
          form={form}
          name="new_option"
          label="Airway or procedure"
          groups={options}
          blank="Choose"
          width="ch24"
        />
        <SubmitButton visual="normal" name="act" value="option">
          Add option
        </SubmitButton>
      </div>
      <div className={`${row({ align: "end" })} ${act}`}>
        <DateField form={form} name="move_date" label="Session of" hint="" />
        <SubmitButton visual="normal" name="act" value="move">
          Move to session…
        </SubmitButton>
      </div>
      <div className={`${row()} ${act}`}>
        <SubmitButton visual="danger" name="act" value="delete">
          Delete…
        </SubmitButton>
      </div>
    </>
  );
}
