import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, column, row, text } from "styled-system/recipes";
import type { ExtrasFound, ExtrasPage } from "~/diary/fees/ledger/ledger.server";
import { shortMoney } from "~/platform/money";
import { formatCounted, formatList } from "~/platform/time/counted";
import { SelectField } from "~/ui/forms/choice-fields";
import { FindForm } from "~/ui/forms/find-form";
import type { FormView } from "~/ui/forms/form-state";
import { formView } from "~/ui/forms/form-state";
import { ActionMenu } from "~/ui/layout/action-menu";
import { LinkButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { Page } from "~/ui/layout/page";
import { PageSteps } from "~/ui/layout/page-steps";
import { addressOf, type Filters } from "../filters";
import type { Tiles } from "../ledger";
import { FeeList, NoFees } from "./fee-list";
import { TaxYear } from "./tax-year";
import { ExtrasTiles, ShortNote } from "./tiles";

interface FilterFormProps {
  filters: Filters;
  choices: ExtrasPage["choices"];
  /** Name of the tax year of today. */
  current: string;
}

/** The filters: a plain GET form, so that each selection has an address. */
function FilterForm({ filters, choices, current }: FilterFormProps) {
  const { status, kind, payer, year } = filters;
  const address = addressOf({ ...filters, page: 1 });
  const form = formView({ status, kind, payer, year: year === null ? "" : String(year) }, undefined);
  const years = [{ value: "all", label: "All years" }, ...choices.years];
  return (
    <Form key={address} method="get" action="/extras/" className={filterForm}>
      <SelectField form={form} name="year" label="Tax year" choices={years} blank={`${current} and owed`} />
      <SelectField form={form} name="status" label="Status" choices={choices.statuses} blank="Any" />
      <SelectField form={form} name="kind" label="Paid for" choices={choices.kinds} blank="Any" />
      <SelectField form={form} name="payer" label="Payer" choices={choices.payers} blank="Any" />
      <div className={row()}>
        <button type="submit" className={button()}>
          Show
        </button>
        {isFiltered(filters) && (
          <Link to="/extras/" className={button({ visual: "plain" })}>
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

function isFiltered(filters: Filters): boolean {
  return addressOf({ ...filters, page: 1 }) !== "/extras/";
}

const filterForm = css({
  display: "grid",
  gap: "3",
  alignItems: "end",
  gridTemplateColumns: {
    base: "repeat(2, minmax(0, 1fr))",
    desk: "minmax(max-content, 1.4fr) repeat(3, minmax(0, 1fr)) auto",
  },
  // "2026/27 and owed", and the names of payers, need a whole line on a phone.
  "& > :first-child, & > :nth-child(4)": { gridColumn: { base: "1 / -1", desk: "auto" } },
  "& button, & a": { minHeight: "control" },
  _print: { display: "none" },
});

const TITLE = "Additional Paid Work";

interface ExtrasProps {
  page: ExtrasPage;
  /** Results of a search, shown instead of the list. */
  found: ExtrasFound | undefined;
  form: FormView;
  idempotencyKey: string;
}

export function Extras({ page, found, form, idempotencyKey }: ExtrasProps) {
  const { filters, tiles, choices, current, pages } = page;
  const list = found ?? page;
  return (
    <Page title={TITLE} form={form} actions={<Actions />} lead={formatOwed(tiles)}>
      <ExtrasTiles tiles={tiles} hasAges={page.isMany} />
      <ShortNote short={tiles.short} />
      <section aria-labelledby="fees" className={column({ gap: "4" })}>
        <header className={row({ spread: true, gap: "4", align: "baseline" })}>
          <h2 id="fees">{found ? `Found: ${formatCounted(found.shown.fees, "fee")}` : "Fees"}</h2>
          {/* Both contain all fees that match the filters, not only the results of a search. */}
          {!found && <Outputs filters={filters} hasYears={!page.isMany && choices.years.length > 1} />}
        </header>
        {page.isMany && (
          <Fold
            title="Filter and find"
            open={found !== undefined || form.error("words") !== undefined || isFiltered(filters)}
            className={css({ _print: { display: "none" } })}
          >
            <div className={column({ gap: "4" })}>
              <FilterForm filters={filters} choices={choices} current={current} />
              <FindForm form={form} label="Words in payer, work, reference or notes" />
            </div>
          </Fold>
        )}
        {found && <FoundWords found={found} filters={filters} />}
        {list.lines.length === 0 ? (
          !found && (
            <NoFees>
              {page.isMany
                ? "No fees match. Choose other filters, or clear them."
                : "No fee is owed or of this tax year. Open the fees of all years."}
            </NoFees>
          )
        ) : (
          <FeeList
            key={list.lines.map(({ unique_ref, version }) => `${unique_ref}/${version}`).join()}
            lines={list.lines}
            shown={list.shown}
            form={form}
            idempotencyKey={idempotencyKey}
            words={found && form.value("words")}
            caption={found ? "Fees that hold the words" : "Fees, the newest work first"}
          />
        )}
        {!found && (
          <PageSteps
            label="Pages of fees"
            before={pages.earlier}
            messageBefore="Newer fees"
            next={pages.later}
            nextMessage="Older fees"
            at={pages}
          />
        )}
      </section>
      <TaxYear tax={page.tax} form={form} />
    </Page>
  );
}

function Actions() {
  return (
    <>
      <ActionMenu label="More">
        <Link to="/extras/payers/">Payers</Link>
        <Link to="/extras/rates/">Rates</Link>
      </ActionMenu>
      <LinkButton to="/extras/new/" visual="primary">
        Add paid work
      </LinkButton>
    </>
  );
}

function formatOwed({ outstanding, notClaimed, waiting, short }: Tiles): string {
  if (outstanding.pence === 0) return "You are owed nothing.";
  const parts = [
    notClaimed.pence > 0 ? `${shortMoney(notClaimed.pence)} not yet claimed` : "",
    waiting.pence > 0 ? `${shortMoney(waiting.pence)} claimed and waiting` : "",
    short.pence > 0 ? `${shortMoney(short.pence)} left of what was paid in part` : "",
  ].filter(Boolean);
  return `${shortMoney(outstanding.pence)} is owed to you: ${formatList(parts)}.`;
}

/** Links to the shown fees as a timesheet and as a CSV file, and to those of all years. */
function Outputs({ filters, hasYears }: { filters: Filters; hasYears: boolean }) {
  return (
    <p className={`${row({ gap: "4" })} ${css({ _print: { display: "none" } })}`}>
      {hasYears && <Link to={addressOf({ year: "all" })}>Fees of all years</Link>}
      <Link to={addressOf({ ...filters, page: 1 }, "/extras/timesheet/")}>Copy as timesheet</Link>
      <Link to={addressOf(filters, "/extras/csv/")} reloadDocument>
        Download CSV
      </Link>
    </p>
  );
}

function FoundWords({ found, filters }: { found: ExtrasFound; filters: Filters }) {
  return (
    <p className={text({ kind: "quiet" })} role="status">
      {found.lines.length === 0 && "Nothing found. Try fewer words, or part of a word. "}
      Looked through {formatCounted(found.of, "fee")}
      {!found.isAll && ", and there are more: choose one tax year"}.{" "}
      <Link to={addressOf({ ...filters, page: 1 })}>Show all again</Link>
    </p>
  );
}

export function NoExtras() {
  return (
    <Page title={TITLE} actions={<Actions />}>
      <div className={`${column({ gap: "4" })} ${css({ maxWidth: "read" })}`}>
        <p>
          You have no fees yet. Add a fee to a session or a case in your logbook, or add additional paid work on its
          own. Daybook then shows what you have not claimed, what is waiting to be paid and for how long, and the total
          of each tax year.
        </p>
      </div>
    </Page>
  );
}
