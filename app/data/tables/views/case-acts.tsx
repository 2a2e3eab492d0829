import { NO_SUPERVISION } from "~/data/tables/fields";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import { DateField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { TickedAct } from "./ticked-rows";

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
      <TickedAct act="supervision" message="Set supervision">
        <SelectField
          form={form}
          name="new_supervision"
          label="Supervision"
          choices={choices}
          blank="Choose"
          width="ch24"
        />
      </TickedAct>
      <TickedAct act="option" message="Add option">
        <SelectField
          form={form}
          name="new_option"
          label="Airway or procedure"
          groups={options}
          blank="Choose"
          width="ch24"
        />
      </TickedAct>
      <TickedAct act="move" message="Move to session…">
        <DateField form={form} name="move_date" label="Session of" hint="" />
      </TickedAct>
      <TickedAct act="delete" message="Delete…" danger />
    </>
  );
}
