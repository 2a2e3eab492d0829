import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { formatCounted } from "~/platform/time/counted";
import { addressOfNotes, readNotesChoice } from "~/reports/reflections/notes";
import { notesPage } from "~/reports/reflections/page.server";
import { notesForm, sortNotes } from "~/reports/reflections/save.server";
import { NoNotes, NoteList, NotesPages, NotesYearForm } from "~/reports/reflections/views/notes";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/reflections";

export function loader(args: Route.LoaderArgs) {
  return notesPage(requireLevel("progress", args), readNotesChoice(args.url.searchParams));
}

export const action = saves("progress", notesForm, (by, { value }, _: Route.ActionArgs) => sortNotes(by, value.notes), {
  to: ({ url }) => addressOfNotes(readNotesChoice(url.searchParams)),
});

export default function ReflectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notes, counts, period, years, choice, pages } = loaderData;
  const form = useFormView({}, actionData?.form);
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
