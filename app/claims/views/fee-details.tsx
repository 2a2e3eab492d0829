import { type ReactNode, useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { FreeText } from "~/identifiers/views/free-text";
import { readDate } from "~/time/dates";
import type { LondonDate } from "~/time/london";
import { FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { DateField, TextField } from "~/ui/text-fields";
import { moneyText, readFee } from "../money";
import { type Claim, codeWarnings, dateWarnings, NO_AMOUNT, readCodes } from "../rules";
import { ClaimStatus } from "./claim-status";

export type FeeField = "amount" | "payer" | "timesheet_date" | "paid_date" | "notes" | "procedure_code";

export interface FeeProps {
  form: FormView;
  /** The fee as it is saved; null for none. */
  saved: Claim | null;
  /** Whom the user's last claims went to. */
  payers: readonly string[];
  /** Of the work; null while that is not known. */
  workDate: LondonDate | null;
}

interface FeeDetailsProps extends FeeProps {
  title: string;
  prefix: "extra_claim" | "case_claim";
  /** Said as soon as there is an amount. */
  warning?: string | false | undefined;
  /** Beside the payer. */
  children?: ReactNode;
}

const FIELDS: readonly FeeField[] = ["amount", "payer", "timesheet_date", "paid_date", "notes", "procedure_code"];

/** The fee of a session or case, folded under a line that says what is in it; part of the form around it. */
export function FeeDetails(props: FeeDetailsProps) {
  const { form, saved, payers, workDate, title, prefix, warning, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const named = (field: FeeField) => `${prefix}_${field}`;
  const [typed, setTyped] = useState(() => answersBy((field) => form.value(`${prefix}_${field}`)));

  function follow() {
    if (root.current) setTyped(answersBy((field) => inputIn(root.current, `${prefix}_${field}`)));
  }
  // What was typed before the script came counts too.
  useEffect(() => setTyped(answersBy((field) => inputIn(root.current, `${prefix}_${field}`))), [prefix]);

  const claim = claimOf(typed, saved);
  const cameBack = form.errors.length > 0 || form.kept === true;
  const faulty = FIELDS.some((field) => form.error(named(field)));
  const filled = FIELDS.some((field) => typed[field] !== "");
  const warnings = claim ? warningsOf(claim, typed, workDate) : [];
  const said = warning && claim ? [warning, ...warnings] : warnings;
  return (
    <div ref={root} onInput={follow} className={column({ gap: "3" })}>
      <details open={faulty || (cameBack && filled)} className={section}>
        <summary className={summary}>
          <Icon name="chevron" />
          <span className={css({ fontWeight: "strong" })}>{title}</span>
          {claim ? (
            <span className={inside}>
              <span className={css({ fontVariantNumeric: "tabular-nums" })}>{moneyText(claim.amount_pence)}</span>
              <ClaimStatus claim={claim} amount={false} />
            </span>
          ) : (
            <span className={text({ kind: "quiet" })}>{filled ? NO_AMOUNT : "None"}</span>
          )}
        </summary>
        <div className={fields}>
          <TextField
            form={form}
            name={named("amount")}
            label="Fee (£)"
            hint="For example, 1200 or 310.50. Blank means no fee"
            width="ch12"
            inputMode="decimal"
            figures
          />
          {children}
          <TextField form={form} name={named("payer")} label="Payer" width="ch40" list={`${prefix}_payers`} />
          <datalist id={`${prefix}_payers`}>
            {payers.map((payer) => (
              <option key={payer} value={payer} />
            ))}
          </datalist>
          <FieldPair>
            <DateField form={form} name={named("timesheet_date")} label="Timesheet date" />
            <DateField form={form} name={named("paid_date")} label="Paid date" />
          </FieldPair>
          <FreeText form={form} name={named("notes")} label="Fee notes" lines={2} />
        </div>
      </details>
      <div aria-live="polite" className={column({ gap: "2" })}>
        {said.map((words) => (
          <p key={words} className={note({ tone: "warn", icon: true })} data-fee-warning="">
            <Icon name="warning" />
            {words}
          </p>
        ))}
      </div>
    </div>
  );
}

type Typed = Record<FeeField, string>;

function answersBy(value: (field: FeeField) => string): Typed {
  return Object.fromEntries(FIELDS.map((field) => [field, value(field)])) as Typed;
}

function inputIn(root: HTMLElement | null, name: string): string {
  return root?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
}

/** The fee as it would be saved; null while there is no amount. What the form does not ask stays as it is saved. */
function claimOf(typed: Typed, saved: Claim | null): Claim | null {
  const amount_pence = readFee(typed.amount);
  if (typeof amount_pence !== "number") return null;
  const paid_date = readDate(typed.paid_date) || null;
  return {
    amount_pence,
    timesheet_date: readDate(typed.timesheet_date) || null,
    paid_date,
    paid_pence: paid_date ? (saved?.paid_pence ?? null) : null,
    written_off_date: saved?.written_off_date ?? null,
  };
}

function warningsOf({ timesheet_date, paid_date }: Claim, typed: Typed, work: LondonDate | null): string[] {
  const dates = dateWarnings({ work, timesheet: timesheet_date, paid: paid_date });
  return [...codeWarnings(readCodes(typed.procedure_code)), ...dates];
}

const section = css({
  borderBlock: "line",
  "&[open] > summary > svg": { transform: "rotate(180deg)" },
});

const summary = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "2",
  alignItems: "center",
  minHeight: "control",
  paddingBlock: "2",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "&:hover": { color: "accentStrong" },
  "& > svg": { color: "accent" },
});

const inside = css({ display: "inline-flex", flexWrap: "wrap", gap: "2", alignItems: "center" });

const fields = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "minmax(0, 1fr)",
  paddingTop: "2",
  paddingBottom: "4",
});
