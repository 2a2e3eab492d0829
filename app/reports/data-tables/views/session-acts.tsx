import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { NO_ELEMENT } from "../choices";

/** What can be done with ticked sessions. */
export function SessionActs({ form, elements }: { form: FormView; elements: readonly ChoiceGroup[] }) {
  const groups = [...elements, { label: "Without", choices: [{ value: NO_ELEMENT, label: "No job plan element" }] }];
  return (
    <>
      <div className={`${row({ align: "end" })} ${act}`}>
        <SelectField
          form={form}
          name="new_element"
          label="Job plan element"
          groups={groups}
          blank="Choose"
          width="ch24"
        />
        <SubmitButton visual="normal" name="act" value="element">
          Change element
        </SubmitButton>
      </div>
      <div className={`${row({ align: "end" })} ${act}`}>
        <TextField form={form} name="new_pa" label="Fixed PA allocation" width="ch6" figures inputMode="decimal" />
        <SubmitButton visual="normal" name="act" value="fixed">
          Set fixed PA
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

export const act = css({ "& button": { minHeight: "control" } });
