import { css } from "styled-system/css";
import { column, row, table, text } from "styled-system/recipes";
import { TAX_BASES, type TaxBasis } from "~/diary/fees/kinds";
import type { ExtrasPage } from "~/diary/fees/ledger/ledger.server";
import { upperFirst } from "~/platform/letter-case";
import { moneyText } from "~/platform/money";
import { monthName } from "~/platform/time/dates";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { sideScroll } from "~/ui/layout/side-scroll";
import { formatBasis, type TotalLine } from "../ledger";

const BASES = Object.entries(TAX_BASES) as [TaxBasis, string][];

/** The totals of a tax year, by the date that the user chose and also by the others. */
export function TaxYear({ tax, form }: { tax: ExtrasPage["tax"]; form: FormView }) {
  const { year, basis, totals, payers, months, all } = tax;
  return (
    <section aria-labelledby="tax-year" className={`${column({ gap: "4" })} ${css({ paddingTop: "5" })}`}>
      <header className={row({ spread: true, gap: "4", align: "end" })}>
        <div className={column({ gap: "1" })}>
          <h2 id="tax-year">
            Tax year {year}, {formatBasis(basis)}: {moneyText(totals[basis])}
          </h2>
          <p className={text({ kind: "quiet" })}>
            6 April to 5 April.{" "}
            {BASES.filter(([each]) => each !== basis)
              .map(([each]) => `${upperFirst(formatBasis(each))}: ${moneyText(totals[each])}`)
              .join(". ")}
            . Fees written off are not counted.
          </p>
        </div>
        <Fold
          title="Tax year by another date"
          open={form.error("tax_basis") !== undefined}
          className={css({ _print: { display: "none" } })}
        >
          <PostForm className={choose}>
            <SelectField
              form={form}
              name="tax_basis"
              label="A fee belongs to the tax year of its"
              choices={BASES.map(([value, label]) => ({ value, label }))}
            />
            <SubmitButton visual="normal" name="intent" value="tax_basis">
              Save
            </SubmitButton>
          </PostForm>
        </Fold>
      </header>
      {payers.length > 0 && (
        <div className={two}>
          <Totals
            title="By payer"
            heading="Payer"
            basis={basis}
            lines={payers}
            all={all}
            nameOf={(key) => key || "No payer"}
          />
          <Totals title="By month" heading="Month" basis={basis} lines={months} all={all} nameOf={monthName} />
        </div>
      )}
    </section>
  );
}

interface TotalsProps {
  title: string;
  heading: string;
  basis: TaxBasis;
  lines: TotalLine[];
  all: TotalLine;
  nameOf: (key: string) => string;
}

function Totals({ title, heading, basis, lines, all, nameOf }: TotalsProps) {
  // By date of payment only paid amounts count, so the total has no parts.
  const parts = basis !== "paid";
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <caption>
          <h3>{title}</h3>
        </caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" className={`r ${onlyWide}`}>
              Fees
            </th>
            {parts && (
              <>
                <th scope="col" className={`r ${onlyWide}`}>
                  Paid
                </th>
                <th scope="col" className="r">
                  To come
                </th>
              </>
            )}
            <th scope="col" className="r">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row" className={nameCell}>
                {nameOf(line.key)}
              </th>
              <Figures line={line} parts={parts} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <Figures line={all} parts={parts} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Figures({ line: { fees, paid, toCome, total }, parts }: { line: TotalLine; parts: boolean }) {
  return (
    <>
      <td className={`r ${onlyWide}`}>{fees}</td>
      {parts && (
        <>
          <td className={`r ${onlyWide}`}>{paid === 0 ? "–" : moneyText(paid)}</td>
          <td className="r">{toCome === 0 ? "–" : moneyText(toCome)}</td>
        </>
      )}
      <td className="r">{moneyText(total)}</td>
    </>
  );
}

/** Hidden on a phone. */
const onlyWide = css({ display: { base: "none", wide: "table-cell" } });

/** Words are not broken: if they leave too little room for the figures, the box scrolls. */
const nameCell = css({ minWidth: "[96px]", overflowWrap: "normal", wordBreak: "normal" });

const two = css({
  display: "grid",
  columnGap: "6",
  rowGap: "5",
  alignItems: "start",
  gridTemplateColumns: { base: "minmax(0, 1fr)", desk: "repeat(2, minmax(0, 1fr))" },
});

const choose = css({
  display: "flex",
  gap: "2",
  alignItems: "flex-end",
  "& button": { minHeight: "control" },
});
