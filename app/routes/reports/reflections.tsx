import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { addressOfNotes, inOrderOf, notesDefaults, readNotesChoice } from "~/reports/reflections/notes";
import { notesPage } from "~/reports/reflections/page.server";
import { notesForm, sortNotes } from "~/reports/reflections/save.server";
import { NoNotes, NoteList, NotesPages, NotesYearForm } from "~/reports/reflections/views/notes";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/reflections";

const CHANGED =
  "This case was changed elsewhere after you opened this page. Its note is shown as it is now, with your answers: save again to keep them";
const GONE =
  "A case of this page was deleted elsewhere, and nothing is saved yet. The others are shown with your answers: save again to keep them";

export function loader(args: Route.LoaderArgs) {
  return notesPage(requireLevel("progress", args), readNotesChoice(args.url.searchParams));
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("progress", args);
  const form = await readForm(args.request, notesForm);
  if (!form.ok) return refuse(form.state);
  const done = await sortNotes(context, form.value.notes);
  if (typeof done === "number") {
    const path = addressOfNotes(readNotesChoice(args.url.searchParams));
    return redirectWithMessage(
      args.request,
      path,
      done === 0 ? "These notes were saved already" : `${countedNotes(done)} saved`,
    );
  }
  // The next submission is based on the versions that are saved now.
  const values = { ...form.state.values };
  const errors: Record<string, string> = done.gone ? { "": GONE } : {};
  for (const { place, version } of done.stale) {
    values[`notes[${place}].version`] = [String(version)];
    errors[`notes[${place}].type`] = CHANGED;
  }
  return refuse({ ...form.state, values }, errors, 409);
}

export default function ReflectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notes, counts, period, years, choice, pages } = loaderData;
  const inOrder = useFormView(notesDefaults(notes), actionData && inOrderOf(notes, actionData.form));
  const form = { ...inOrder, refusal: actionData };
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

function countedNotes(notes: number): string {
  return formatCounted(notes, "note");
}
