import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";

interface PayerFieldProps {
  form: FormView;
  /** Offered while one types. */
  payers: readonly string[];
  name?: string;
  hint?: string;
}

/** Who pays: any words, with those that were used before on offer. */
export function PayerField({ form, payers, name = "payer", hint }: PayerFieldProps) {
  const list = `${name}_list`;
  return (
    <>
      <TextField form={form} name={name} label="Payer" width="ch40" list={list} {...(hint ? { hint } : {})} />
      <datalist id={list}>
        {payers.map((payer) => (
          <option key={payer} value={payer} />
        ))}
      </datalist>
    </>
  );
}
