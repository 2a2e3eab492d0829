import { column, row, text } from "styled-system/recipes";
import { type FeeAmounts, feeSummary } from "~/diary/fees/rules";
import { TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { REASON_NAMES } from "../outcome";

interface ReasonsProps {
  form: FormView;
  /** PAs that it keeps if the trust calls it off; null for extra work, which keeps none. */
  pa: string | null;
  fee?: FeeAmounts | null;
  hidden?: Record<string, string | number>;
}

/** Buttons for why a session did not happen. */
export function Reasons({ form, pa, fee, hidden }: ReasonsProps) {
  return (
    <div className={column({ gap: "3" })}>
      <PostForm hidden={hidden ?? {}} className={column({ gap: "3" })}>
        {fee && (
          <TickField
            form={form}
            name="delete_fee"
            label={`Delete its fee: ${feeSummary(fee)}`}
            hint="Otherwise it is kept."
          />
        )}
        <div className={row()}>
          <SubmitButton visual="normal" name="intent" value="cancelled_by_trust">
            {REASON_NAMES.cancelled_by_trust}
          </SubmitButton>
          <SubmitButton visual="normal" name="intent" value="cancelled_by_me">
            {REASON_NAMES.cancelled_by_me}
          </SubmitButton>
        </div>
      </PostForm>
      <p className={text({ kind: "hint" })}>
        {pa === null
          ? "It is not in your job plan’s PAs, so it counts no PA, whoever cancels it. It does not count as time worked."
          : `Cancelled by the trust, it keeps its ${pa} PA. Cancelled by you, it counts no PA. Neither is time worked.`}
      </p>
      <Fold title="Swapped to another day" open={form.errors.length > 0}>
        <PostForm hidden={{ ...hidden, intent: "swapped" }} className={column({ gap: "3" })}>
          <DateField form={form} name="swap_date" label="To which day" />
          <TextField form={form} name="swapped_with" label="With whom (optional)" />
          <div>
            <SubmitButton visual="normal">Swap</SubmitButton>
          </div>
        </PostForm>
      </Fold>
    </div>
  );
}
