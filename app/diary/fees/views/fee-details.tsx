import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { lowerFirst } from "~/platform/letter-case";
import { moneyText, readFee } from "~/platform/money";
import { readDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { FreeText } from "~/ui/identifiers/views/free-text";
import { LinkButton } from "~/ui/layout/button";
import { WORK_KINDS, type WorkKind } from "../kinds";
import { codeWarnings, dateWarnings, type FeeAmounts, readCodes } from "../rules";
import { PayerField } from "./fee-inputs";
import { FeeStatus, FeeWarning } from "./fee-status";

type FeeField = "amount" | "payer" | "timesheet_date" | "paid_date" | "notes" | "procedure_code";

interface FeeProps {
  form: FormView;
  /** The fee as it is saved; null for none. */
  saved: FeeAmounts | null;
  /** Payers of the user's latest fees. */
  payers: readonly string[];
  /** Date of the work; null while it is not known. */
  workDate: LondonDate | null;
  /** Path of the fee's own page; null while the session or case does not exist yet. */
  path: string | null;
}

interface FeeDetailsProps extends FeeProps {
  title: string;
  prefix: "extra_claim" | "case_claim";
  /** Open from the start: a fee is usual. */
  isUsual?: boolean;
  /** Shown as soon as there is an amount. */
  warning?: string | false | undefined;
  /** Further fields, before the payer. */
  children?: ReactNode;
}

const FIELDS: readonly FeeField[] = ["amount", "payer", "timesheet_date", "paid_date", "notes", "procedure_code"];

/** The fee fields of a session or case, collapsed under a line that summarises them; part of the surrounding form. */
function FeeDetails(props: FeeDetailsProps) {
  const { form, saved, payers, workDate, path, title, prefix, isUsual = false, warning, children } = props;
  const named = (field: FeeField) => `${prefix}_${field}`;
  const typedIn = ({ value }: SectionAnswers) => {
    return Object.fromEntries(FIELDS.map((field) => [field, value(named(field))])) as Typed;
  };
  const cameBack = form.errors.length > 0 || form.kept !== undefined;
  return (
    <FormSection
      form={form}
      title={title}
      fields={FIELDS.map(named)}
      message={(answers) => <FeeLine typed={typedIn(answers)} saved={saved} />}
      open={isUsual || (cameBack && isFilled(typedIn(form)))}
      under={(answers) => <Warnings typed={typedIn(answers)} saved={saved} workDate={workDate} first={warning} />}
    >
      <TextField
        form={form}
        name={named("amount")}
        label="Fee (£)"
        hint="For example, 1200 or 310.50. Leave blank for no fee"
        width="ch12"
        inputMode="decimal"
        figures
      />
      {children}
      <PayerField form={form} name={named("payer")} payers={payers} />
      <FieldPair>
        <DateField form={form} name={named("timesheet_date")} label="Timesheet date" clearable />
        <DateField form={form} name={named("paid_date")} label="Paid date" clearable />
      </FieldPair>
      <FreeText form={form} name={named("notes")} label="Fee notes" lines={2} />
      {path && (
        <p className={css({ fontSize: "sm" })}>
          <Link to={path}>{saved ? "Rate, part payment and writing off" : "Work the fee out from a rate"}</Link>
        </p>
      )}
    </FormSection>
  );
}

type Typed = Record<FeeField, string>;

function isFilled(typed: Typed): boolean {
  return FIELDS.some((field) => typed[field] !== "");
}

function FeeLine({ typed, saved }: { typed: Typed; saved: FeeAmounts | null }) {
  const fee = feeOf(typed, saved);
  if (!fee) return typed.amount ? "Check the fee" : isFilled(typed) ? "No fee entered" : "None";
  return (
    <span className={line}>
      <span className={text({ figures: true })}>{moneyText(fee.amount_pence)}</span>
      <FeeStatus fee={fee} amount={false} />
    </span>
  );
}

interface WarningsProps extends Pick<FeeProps, "saved" | "workDate"> {
  typed: Typed;
  first: FeeDetailsProps["warning"];
}

function Warnings({ typed, saved, workDate, first }: WarningsProps) {
  const fee = feeOf(typed, saved);
  if (!fee) return null;
  return [first, ...warningsOf(fee, typed, workDate)]
    .filter(Boolean)
    .map((words) => <FeeWarning key={words || ""} words={words || ""} />);
}

/**
 * The fee as it would be saved; null while there is no amount. Columns that the form does not ask for keep their saved
 * values.
 */
function feeOf(typed: Typed, saved: FeeAmounts | null): FeeAmounts | null {
  const amount_pence = readFee(typed.amount);
  if (typeof amount_pence !== "number") return null;
  const paid_date = readDate(typed.paid_date) || null;
  return {
    amount_pence,
    timesheet_date: readDate(typed.timesheet_date) || null,
    paid_date,
    paid_pence: paid_date ? (saved?.paid_pence ?? null) : null,
    later_payments: paid_date ? (saved?.later_payments ?? null) : null,
    written_off_date: saved?.written_off_date ?? null,
  };
}

function warningsOf({ timesheet_date, paid_date }: FeeAmounts, typed: Typed, work: LondonDate | null): string[] {
  const dates = dateWarnings({ work, timesheet: timesheet_date, paid: paid_date });
  return [...codeWarnings(readCodes(typed.procedure_code)), ...dates];
}

const line = css({ display: "inline-flex", flexWrap: "wrap", gap: "2", alignItems: "center", color: "ink" });

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

/**
 * The fee of a session (specification 2.13).
 * @param kind of work outside the plan; null for none
 * @param planned whether its element has PAs in the job plan
 */
export function SessionFee({ kind, planned, ...fee }: FeeProps & { kind: WorkKind | null; planned: boolean }) {
  return (
    <FeeDetails
      {...fee}
      title={`Fee for ${kind ? lowerFirst(WORK_KINDS[kind]) : "session"}`}
      prefix="extra_claim"
      isUsual={kind !== null}
      warning={planned && JOB_PLAN_FEE_WARNING}
    />
  );
}

/** Leads to the fee of work that cannot be changed itself. */
export function FeeLink({ saved, path }: Pick<FeeProps, "saved" | "path">) {
  if (path === null) return null;
  return <LinkButton to={path}>{saved ? "Edit fee" : "Add a fee"}</LinkButton>;
}
