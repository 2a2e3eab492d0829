import { Link } from "react-router";
import { column, note, row } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { FactList } from "~/ui/layout/fact-list";
import { Page } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { KeptPage } from "../kept-page.server";

/** What was typed without signal and refused: why, and what can be done with it. */
export function Kept({ page, form }: { page: KeptPage; form: FormView }) {
  const { label, why, typed, choices } = page;
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
      <PostForm newDocument className={column({ gap: "5" })}>
        {choices.length > 0 && (
          <SelectField
            form={form}
            name="page"
            label="Save it in"
            blank="Choose a session"
            choices={choices}
            hint="You can check it before it is saved."
          />
        )}
        <div className={row()}>
          {choices.length > 0 && (
            <SubmitButton name="intent" value="open">
              Check and save
            </SubmitButton>
          )}
          <LinkButton to="?discard">Discard</LinkButton>
        </div>
      </PostForm>
      <Typed {...page} />
    </Page>
  );
}

/** Asks before what was typed is gone. */
export function DiscardKept({ page, form, entryRef }: { page: KeptPage; form: FormView; entryRef: string }) {
  return (
    <ConfirmDelete
      title="Discard what you typed without signal"
      button="Discard it"
      form={form}
      back={pathTo("/logbook/no_signal/kept/:entryRef/", { entryRef })}
      hidden={{ intent: "discard" }}
    >
      <p>It is not in your logbook. You cannot undo this.</p>
      <Typed {...page} />
    </ConfirmDelete>
  );
}

function Typed({ groups }: Pick<KeptPage, "groups">) {
  return groups.map(({ title, facts }) => (
    <section key={title} className={column({ gap: "1" })}>
      <h2>{title || "What you typed"}</h2>
      <FactList facts={facts} />
    </section>
  ));
}
