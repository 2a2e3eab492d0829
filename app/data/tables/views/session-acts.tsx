import { type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { NO_ELEMENT } from "../choices";
import { TickedAct } from "./ticked-act";

/** What can be done with ticked sessions. */
export function SessionActs({ form, elements }: { form: FormView; elements: readonly ChoiceGroup[] }) {
  const groups = [...elements, { label: "Without", choices: [{ value: NO_ELEMENT, label: "No job plan element" }] }];
  return (
    <>
      <TickedAct act="element" message="Change element">
        <SelectField
          form={form}
          name="new_element"
          label="Job plan element"
          groups={groups}
          blank="Choose"
          width="ch24"
        />
      </TickedAct>
      <TickedAct act="fixed" message="Set fixed PA">
        <TextField form={form} name="new_pa" label="Fixed PA allocation" width="ch6" figures inputMode="decimal" />
      </TickedAct>
      <TickedAct act="delete" message="Delete…" danger />
    </>
  );
}
