import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import type { FormResult } from "~/platform/http/action-result";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { inOrderOf, notesDefaults } from "~/reports/reflections/answers";
import { addressOfNotes, readNotesChoice } from "~/reports/reflections/choice";
import { notesForm } from "~/reports/reflections/form";
import { countedNotes, NOTES_CHANGED, NOTES_GONE } from "~/reports/reflections/format";
import { notesPage } from "~/reports/reflections/page.server";
import { sortNotes } from "~/reports/reflections/save.server";
import { NoNotes, NoteList } from "~/reports/reflections/views/note-list";
import { NotesPages, NotesYearForm } from "~/reports/reflections/views/year-form";
import { SubmitButton } from "~/ui/button";
import { useFormView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/reflections";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export function loader(args: Route.LoaderArgs) {
  return notesPage(requireLevel("progress", args), readNotesChoice(args.url.searchParams));
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("progress", args);
  const form = await readForm(args.request, notesForm);
  if (!form.ok) return refuse(form.state);
  const done = await sortNotes(asked, form.value.notes);
  if (typeof done === "number") {
    const path = addressOfNotes(readNotesChoice(args.url.searchParams));
    return redirectSaying(args.request, path, `${countedNotes(done)} saved`);
  }
  // The second press starts from what is saved now.
  const values = { ...form.state.values };
  const errors: Record<string, string> = done.gone ? { "": NOTES_GONE } : {};
  for (const { place, version } of done.stale) {
    values[`notes[${place}].version`] = [String(version)];
    errors[`notes[${place}].type`] = NOTES_CHANGED;
  }
  return refuse({ ...form.state, values }, errors, 409);
}

interface ReflectionsPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FormResult | undefined;
}

export default function ReflectionsPage({ loaderData, actionData }: ReflectionsPageProps) {
  const { notes, counts, period, years, choice, pages } = loaderData;
  const form = useFormView(notesDefaults(notes), actionData && inOrderOf(notes, actionData.form));
  return (
    <Page
      title="Reflective notes"
      form={form}
      back={<Link to="/reports/">Reports</Link>}
      lead={`${period}: ${countedNotes(counts.all)}${counts.open > 0 ? `, ${counts.open} not sorted yet` : ""}.`}
    >
      <NotesYearForm key={addressOfNotes(choice)} years={years} choice={choice} />
      {notes.length === 0 ? (
        <NoNotes any={counts.all > 0} />
      ) : (
        <PostForm className={column({ gap: "4" })}>
          <NoteList notes={notes} form={form} />
          <div>
            <SubmitButton>Save these notes</SubmitButton>
          </div>
        </PostForm>
      )}
      <NotesPages pages={pages} />
    </Page>
  );
}
