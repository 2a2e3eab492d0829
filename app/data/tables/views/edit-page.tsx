import { useMemo } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import type { Column } from "~/data/tables/columns";
import { fieldOfRow } from "~/data/tables/fields";
import type { DataLine } from "~/data/tables/rows.server";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { sideScroll } from "~/ui/layout/side-scroll";
import { stackedTable } from "~/ui/layout/stacked-table";
import { type Choices, shownColumns } from "../choices";
import type { TableKind } from "../columns";
import type { EditedLines } from "../save-edits.server";
import { columnKeys } from "./data-table";
import { type Editing, EditRow, isUnderDate } from "./edit-row";

interface EditTableProps {
  kind: TableKind;
  columns: readonly Column[];
  lines: readonly DataLine[];
  form: FormView;
  editing: Editing;
}

/** The rows, with fields in the cells that can be edited; on a phone each row is laid out as a form. */
function EditTable({ kind, columns: shown, lines, form, editing }: EditTableProps) {
  const columns = shown.filter(({ id }) => !isUnderDate(id, editing));
  return (
    <section aria-label={kind.title} className={sideScroll}>
      <table ref={columnKeys} className={`${stackedTable} ${css({ fontSize: "md" })}`}>
        <caption className={css({ srOnly: true })}>{kind.title}, to edit</caption>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" className={css({ paddingRight: "3" })}>
                {editing.cells[id]?.length === 1 ? editing.cells[id][0]?.label : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <EditRow
              key={line.unique_ref}
              line={line}
              place={placeIn(form, line, lines.length + at) ?? at}
              form={form}
              columns={columns}
              editing={editing}
              called={`${kind.one} ${at + 1} of ${lines.length}, ${line.name.replace(/^Case, /, "")}`}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/**
 * Index of a row in a form that is shown again, which may have other rows in another order; null for a new form.
 * @param otherwise index of a row that the form does not have
 */
function placeIn(form: FormView, { unique_ref }: DataLine, otherwise: number): number | null {
  const rows = form.rows("rows");
  if (rows === 0) return null;
  const sent = Array.from({ length: rows }, (_, place) => place);
  return sent.find((place) => form.value(fieldOfRow(place, "ref")) === unique_ref) ?? otherwise;
}

interface EditPageProps {
  kind: TableKind;
  page: { choices: Choices; lines: DataLine[]; address: string; pages: { page: number } };
  edited: EditedLines | undefined;
  editing: Editing;
  form: FormView;
  idempotencyKey: string;
  hint: string;
}

/** A page of a table with fields in the columns that can be edited, saved all at once. */
export function EditPage({ kind, page, edited, editing, form, idempotencyKey, hint }: EditPageProps) {
  const lines = edited?.lines ?? page.lines;
  const offers = edited?.offers ?? editing.offers;
  const named = useMemo(() => withRowNames(form), [form]);
  return (
    <Page
      title={`Edit ${kind.title.toLowerCase()}`}
      subtitle={page.pages.page > 1 ? `page ${page.pages.page}` : ""}
      form={named}
      back={<Link to={page.address}>{kind.title}</Link>}
      lead={`${hint} Only what you change is saved. To change anything else, follow the date.`}
    >
      {lines.length === 0 ? (
        <p className={note()}>No {kind.many} here.</p>
      ) : (
        <PostForm hidden={{ idempotency_key: idempotencyKey, intent: "save" }} className={column({ gap: "3" })}>
          <EditTable
            key={lines.map(({ unique_ref, version }) => `${unique_ref}/${version}`).join()}
            kind={kind}
            columns={shownColumns(kind, page.choices)}
            lines={lines}
            form={form}
            editing={{ ...editing, offers }}
          />
          <div data-foot-bar="" className={bar}>
            <div className={row()}>
              <SubmitButton>Save changes</SubmitButton>
              <Link to={page.address} className={button({ visual: "plain" })}>
                Leave without saving
              </Link>
              <span className={`${text({ kind: "quiet" })} ${onlyWide}`}>↑ and ↓ go from row to row</span>
            </div>
          </div>
        </PostForm>
      )}
    </Page>
  );
}

/** Puts the name of the row before each message of the error summary. */
function withRowNames(form: FormView): FormView {
  const errors = form.errors.map(({ name, message }) => {
    const [, row] = /^(rows\[\d+\])\./.exec(name) ?? [];
    const called = row ? form.value(`${row}.name`) : "";
    return { name, message: called ? `${called}: ${message}` : message };
  });
  return { ...form, errors };
}

const bar = css({
  background: "paper",
  borderTop: "line",
  paddingBlock: "3",
  "@media screen and (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
  _print: { display: "none" },
});

const onlyWide = css({ display: { base: "none", wide: "inline" } });
