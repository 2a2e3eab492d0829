import type { ReactNode } from "react";
import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import { FieldError } from "~/ui/forms/field-frame";
import { FindForm } from "~/ui/forms/find-form";
import { type FormView, keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { Page } from "~/ui/layout/page";
import { PageSteps } from "~/ui/layout/page-steps";
import { shownColumns, withTexts } from "../choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "../columns";
import type { DataAnswer } from "../data-action.server";
import type { DataTablePage } from "../page.server";
import { DataTable } from "./data-table";
import { FilterForm, FoundWords, filterView } from "./filter-form";
import { AskFirst, TickedRows } from "./ticked-rows";

interface DataPageProps {
  kind: TableKind;
  page: DataTablePage & { key: string };
  answer: DataAnswer | undefined;
  findLabel: string;
  /** What can be done with the ticked rows. */
  acts: (form: FormView) => ReactNode;
}

const FORM = "rows";

/** A page with a table of data: filters, rows, and acts on those that are ticked. */
export function DataPage(props: DataPageProps) {
  const { kind, page, answer, findLabel } = props;
  const form = useFormView({}, answer?.form);
  const idempotencyKey = keyOf(form, page.key);
  const { choices, lines: all, address } = page;
  const other = kind.one === "case" ? SESSION_DATA : CASE_DATA;
  const { found, question } = answer ?? {};
  const lines = found?.lines ?? all;
  const filter = filterView(choices, page.faults);
  const isFaulty = filter.errors.length > 0;
  return (
    <Page
      title={kind.title}
      subtitle={page.pages.page > 1 ? `page ${page.pages.page}` : ""}
      form={isFaulty ? filter : form}
      back={<Link to="/mydata/">Your Data</Link>}
      lead={found ? `Found: ${formatCounted(found.lines.length, kind.one)}` : !isFaulty && page.message}
    >
      <div className={column({ gap: "2" })}>
        <FindForm form={form} label={findLabel} />
        <p>
          <Link to={other.path}>Find {other.many} instead</Link>
        </p>
      </div>
      {question && <AskFirst key={JSON.stringify(question)} question={question} formId={FORM} back={address} />}
      <Fold title="Filters and columns" open={address !== kind.path}>
        <FilterForm kind={kind} choices={choices} form={filter} elements={page.elements} address={page.address} />
      </Fold>
      {found && <FoundWords {...found} of={formatCounted(found.of, kind.one)} found={lines.length} back={address} />}
      {lines.length > 0 ? (
        <RowsForm {...props} form={form} lines={lines} idempotencyKey={idempotencyKey} />
      ) : (
        !found && !isFaulty && <NoRows kind={kind} isWhole={address === kind.path} />
      )}
      {found ? (
        lines.length > 0 && (
          <PostForm action={page.csv} hidden={{ words: form.value("words") }} newDocument>
            <SubmitButton visual="plain">Download what was found as CSV</SubmitButton>
          </PostForm>
        )
      ) : (
        <FurtherPages page={page} />
      )}
      {kind.one === "case" && (
        <p>
          <Link to="/mydata/delete/">Delete all cases, or all imports</Link>
        </p>
      )}
    </Page>
  );
}

/** @param isWhole no filter is set */
function NoRows({ kind, isWhole }: { kind: TableKind; isWhole: boolean }) {
  return (
    <p className={note()}>
      No {kind.many} here.{" "}
      {isWhole ? (
        <>
          What you log is listed here: <Link to="/logbook/">open your logbook</Link>.
        </>
      ) : (
        "Choose other filters, or clear them."
      )}
    </p>
  );
}

interface RowsFormProps extends Pick<DataPageProps, "kind" | "page" | "answer" | "acts"> {
  form: FormView;
  lines: DataTablePage["lines"];
  idempotencyKey: string;
}

/** The rows that are shown, to be ticked, with what can be done with them. */
function RowsForm({ kind, page, answer, acts, form, lines, idempotencyKey }: RowsFormProps) {
  const { choices } = page;
  const found = answer?.found;
  const ticked = new Set(form.values("row").map((value) => value.split("/")[0] ?? ""));
  return (
    <PostForm
      id={FORM}
      hidden={{ idempotency_key: idempotencyKey, words: found && form.value("words") }}
      className={column({ gap: "3" })}
    >
      <EnterSaves />
      <FieldError form={form} name="row" />
      <TickedRows
        key={lines.map(({ unique_ref, version }) => `${unique_ref}/${version}`).join()}
        first={ticked.size}
        many={kind.many}
        open={form.errors.length > 0}
        acts={acts(form)}
      >
        <DataTable
          caption={found ? `${kind.title} that hold the words` : kind.title}
          columns={shownColumns(kind, found ? withTexts(kind, choices) : choices)}
          lines={lines}
          ticked={ticked}
          orders={page.orders}
          sort={choices.sort}
          down={choices.down}
        />
      </TickedRows>
    </PostForm>
  );
}

function FurtherPages({ page: { pages, lines, csv } }: Pick<DataPageProps, "page">) {
  return (
    <>
      <PageSteps
        label="Pages"
        first={pages.first}
        before={pages.before}
        messageBefore="Page before"
        next={pages.next}
        nextMessage="Next page"
        last={pages.last}
        at={pages}
      />
      {lines.length > 0 && (
        <p>
          {/* No client-side navigation: the response is a file. */}
          <a href={csv}>Download what is shown as CSV</a>, all pages of it
        </p>
      )}
    </>
  );
}
