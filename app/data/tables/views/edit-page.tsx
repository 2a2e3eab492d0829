import { useMemo } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { type Choices, shownColumns } from "../choices";
import type { TableKind } from "../columns";
import type { EditedLines } from "../edit/tables.server";
import type { DataLine } from "../lines";
import type { Editing } from "./edit-row";
import { EditTable } from "./edit-table";

interface EditPageProps {
  kind: TableKind;
  page: { choices: Choices; lines: DataLine[]; address: string; pages: { page: number } };
  edited: EditedLines | undefined;
  editing: Editing;
  form: FormView;
  idempotencyKey: string;
  hint: string;
}

/** A page of a table with its simple columns as fields, saved all at once. */
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
      lead={`${hint} Only what you change is written. What is not simple is changed in its own form: follow the date.`}
    >
      {lines.length === 0 ? (
        <p className={note()}>No {kind.many} here.</p>
      ) : (
        <PostForm hidden={{ idempotency_key: idempotencyKey, act: "save" }} className={column({ gap: "3" })}>
          <EditTable
            key={lines.map(({ unique_ref, version }) => `${unique_ref}/${version}`).join()}
            kind={kind}
            columns={shownColumns(kind, page.choices)}
            lines={lines}
            form={form}
            editing={{ ...editing, offers }}
          />
          <div className={bar}>
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

/** In the list of what is wrong each message says of which row it is. */
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
