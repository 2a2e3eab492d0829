import { css } from "styled-system/css";
import { moneyText, readFee } from "~/platform/money";
import { type Choice, SelectField } from "~/ui/forms/choice-fields";
import { FormSection, hasAnswer, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { BASES, type Basis } from "../kinds";
import { formatRate } from "../rate-arithmetic";
import { MoneyField, priced } from "./fee-inputs";

const PRICES = ["price_1", "price_2", "price_3"];
const RATE_FIELDS = ["rate", "rate_amount", "quantity", ...PRICES];
const PRICE_LABELS = ["Highest (£)", "Second (£)", "Third (£)"];
const BASIS_NAMES = Object.keys(BASES) as Basis[];
const BASIS_CHOICES = BASIS_NAMES.map((value) => ({ value, label: BASES[value] }));

interface RateSectionProps {
  form: FormView;
  rates: readonly Choice[];
  hasProcedures: boolean;
}

/**
 * Works the fee out from the pay for one unit, which is one of the user's saved rates or is typed here, or from the
 * prices of procedures.
 */
export function RateSection({ form, rates, hasProcedures }: RateSectionProps) {
  const message = ({ value }: SectionAnswers) => {
    const own = rates.find((rate) => rate.value === value("rate"))?.label;
    const typed = readFee(value("rate_amount"));
    // A refused form comes back with its answers as they were sent: this may be no valid basis.
    const basis = BASIS_NAMES.find((name) => name === value("basis"));
    if (own !== undefined || !basis) return own ?? "";
    return typeof typed === "number" ? formatRate(basis, typed) : BASES[basis];
  };
  return (
    <FormSection
      form={form}
      title="Rate"
      fields={["basis", ...RATE_FIELDS]}
      message={message}
      open={hasAnswer(form, RATE_FIELDS) || !["", "fixed"].includes(form.value("basis"))}
    >
      {rates.length > 0 && (
        <SelectField
          form={form}
          name="rate"
          label="One of your rates"
          choices={rates}
          blank="None: use the rate below"
          width="ch40"
        />
      )}
      <div className={priced}>
        <SelectField form={form} name="basis" label="Basis" choices={BASIS_CHOICES} />
        <MoneyField form={form} name="rate_amount" label="Rate (£)" />
      </div>
      <NumberField
        form={form}
        name="quantity"
        label="How many"
        hint="Hours, PAs, lists or cases, such as 2.5. Leave blank to take it from the work"
      />
      {hasProcedures && <Procedures form={form} />}
      <div>
        <SubmitButton visual="normal" name="intent" value="work_out">
          Work out the fee
        </SubmitButton>
      </div>
    </FormSection>
  );
}

/** Fields for the prices of several procedures that one insurer pays together. */
function Procedures({ form }: { form: FormView }) {
  const message = ({ value }: SectionAnswers) => {
    const prices = PRICES.map((name) => readFee(value(name))).filter((price) => typeof price === "number");
    return prices.map(moneyText).join(" + ");
  };
  return (
    <FormSection
      form={form}
      title="Several procedures"
      fields={PRICES}
      message={message}
      nothing="None"
      open={hasAnswer(form, PRICES)}
    >
      <p className={css({ fontSize: "sm", color: "quiet" })}>
        Enter each price in the insurer’s schedule. The highest counts in full, the second by half, the third by a
        quarter.
      </p>
      <div className={prices}>
        {PRICES.map((name, at) => (
          <MoneyField key={name} form={form} name={name} label={PRICE_LABELS[at] ?? ""} />
        ))}
      </div>
    </FormSection>
  );
}

const prices = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: "[repeat(3, minmax(0, 14ch))]",
});
