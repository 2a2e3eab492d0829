import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { pathTo } from "~/platform/http/path-to";
import { TickField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import type { SavedReportLine } from "../lines.server";

const TEXTS = ["name"];

interface SaveFormProps {
  form: FormView;
  /** The choices as a query. */
  query: string;
  /** The choices in words. */
  words: string;
  idempotencyKey: string;
}

/** Saves the choices of a report under a name. The response is the print page, which loads as a new document. */
export function SaveForm({ form, query, words, idempotencyKey }: SaveFormProps) {
  const taken = form.error("name") !== undefined && form.value("name") !== "";
  return (
    <PostForm
      action={`/reports/?${query}`}
      hidden={{ idempotency_key: idempotencyKey }}
      newDocument
      className={`${column({ gap: "3" })} ${room}`}
    >
      <p className={text({ kind: "hint" })}>{words}</p>
      <div className={row({ gap: "4", align: "end" })}>
        <TextField form={form} name="name" label="Name" width="ch24" />
        <SubmitButton visual="normal">Save report</SubmitButton>
      </div>
      {taken && <TickField form={form} name="replace" label="Replace the report that has this name" />}
      <SaveAnyway form={form} names={TEXTS} />
    </PostForm>
  );
}

const room = css({ paddingBlock: "3" });

/** The saved reports. Each opens with the present data. */
export function SavedReports({ saved }: { saved: readonly SavedReportLine[] }) {
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved" className={column({ gap: "3" })}>
      <h2 id="saved">Saved reports</h2>
      <LineList>
        {saved.map(({ unique_ref, name, query, words, isGone, isLocked }) => (
          <Line
            key={unique_ref}
            heading={
              isGone ? (
                <span className={text({ kind: "strong" })}>{name}</span>
              ) : (
                // The print page loads as a new document.
                <a href={`/reports/paper/?${query}`} className={text({ kind: "strong" })}>
                  {name}
                </a>
              )
            }
            facts={
              <>
                {words} {isLocked && <LockedMark />}
              </>
            }
          >
            <span className={row({ gap: "4" })}>
              <Link to={`/reports/?${query}`} aria-label={`Change the choices of ${name}`}>
                Change choices
              </Link>
              <Link
                to={pathTo("/reports/saved/:reportRef/", { reportRef: unique_ref })}
                aria-label={`Rename or delete ${name}`}
              >
                Rename or delete
              </Link>
            </span>
          </Line>
        ))}
      </LineList>
    </section>
  );
}
