import { column } from "styled-system/recipes";
import { SegmentField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { PAYER_KINDS } from "../kinds";

const TEXTS = ["name"];
const KIND_CHOICES = Object.entries(PAYER_KINDS).map(([value, label]) => ({ value, label }));

const NO_PATIENT = "A trust, insurer or group. Never the name of a patient";

/**
 * All fields of a payer.
 * @param isListed whether it is on the list already, so that fees and rates may refer to it
 */
export function PayerFields({ form, isListed = false }: { form: FormView; isListed?: boolean }) {
  return (
    <div className={column({ gap: "4" })}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint={isListed ? `${NO_PATIENT}. Its fees and rates show the name that it has here` : NO_PATIENT}
        width="ch40"
      />
      <SegmentField form={form} name="kind" label="Kind" choices={KIND_CHOICES} />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}
