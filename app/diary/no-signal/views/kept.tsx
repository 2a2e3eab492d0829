import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { KeptPage } from "../kept-page.server";

/** What was typed without signal and refused: why, and what can be done with it. */
export function Kept({ page, form }: { page: KeptPage; form: FormView }) {
  const { label, why, typed, lines, hasForm, list } = page;
  return (
    <Page
      title="Typed without signal"
      form={form}
      back={<Link to="/logbook/">Logbook</Link>}
      lead={[label, `typed ${typed}`].filter(Boolean).join(", ")}
    >
      <p className={note({ tone: "warn" })}>
        <strong>Not saved yet.</strong> {why}.
      </p>
      {lines.length > 0 && (
        <ul className={css({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" })}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
            <li key={at}>{line}</li>
          ))}
        </ul>
      )}
      <PostForm newDocument className={column({ gap: "5" })}>
        {list && (
          <SelectField
            form={form}
            name="session_ref"
            label="Session"
            blank="Choose a session"
            choices={list.sessions}
            hint="If it is not here, add it or undo its deletion, then open this again."
          />
        )}
        <div className={row()}>
          {(hasForm || list) && (
            <SubmitButton name="intent" value="open">
              {list ? "Check the cases" : "Check and save"}
            </SubmitButton>
          )}
          <SubmitButton visual="danger" name="intent" value="discard">
            Discard
          </SubmitButton>
        </div>
        <p className={text({ kind: "hint" })}>What is discarded cannot be brought back.</p>
      </PostForm>
    </Page>
  );
}
