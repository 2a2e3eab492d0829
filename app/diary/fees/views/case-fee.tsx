import { TextField } from "~/ui/text-fields";
import { FeeDetails, type FeeProps } from "./fee-details";

/** The fee of a case (specification 2.12). */
export function CaseFee(fee: FeeProps) {
  return (
    <FeeDetails {...fee} title="Fee for case" prefix="case_claim">
      <TextField
        form={fee.form}
        name="case_claim_procedure_code"
        label="Procedure code"
        hint="One to three, such as W8500 C7520"
        width="ch24"
        figures
      />
    </FeeDetails>
  );
}
