import { data } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { sessionHeading } from "~/diary/sessions/queries.server";
import { changeRow } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { deletingForm } from "~/platform/http/fields";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { referringPath } from "~/platform/http/request-path";
import { formatMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/undo";

const LIST = "/logbook/undo/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const [change] = await changeRow(db, user.id, args.params.undoRef);
  if (!change) throw data(null, { status: 404 });
  const { message, occurred_at, undone_by } = change;
  const isOpen = undone_by === null && occurred_at > now - UNDO_WINDOW_MS;
  return { message, when: formatMoment(occurred_at, now), isOpen };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now } = context;
  const form = await readForm(args.request, deletingForm);
  const undone = await undoWithMessage(context, args.params.undoRef);
  if (!undone) throw data(null, { status: 404 });
  if (!undone.ok) return refuse(form.state, { "": undone.error }, 409);
  const path = referringPath(args.request, LIST);
  // Undoing the change may have removed the page with the button.
  const [, above, ref = ""] = /^\/(logbook\/session|extras|job_plans)\/([\w-]{22})\//.exec(path) ?? [];
  if (!above) return redirectWithMessage(args.request, path, undone.message);
  const gone = undone.gone.find((each) => each.unique_ref === ref);
  if (above !== "logbook/session") {
    return redirectWithMessage(args.request, gone || undone.before ? `/${above}/` : path, undone.message);
  }
  const isGone = gone || (undone.before && (await sessionHeading(db, user.id, ref)).length === 0);
  const { searchParams } = new URL(path, args.url);
  const diary = returnToDiary(searchParams, londonMoment(gone?.start_at ?? now).date, now);
  return redirectWithMessage(args.request, isGone ? diary : path, undone.message);
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { message, when, isOpen } = loaderData;
  return (
    <DialogPage
      title="Undo"
      form={formView({}, actionData?.form)}
      back={LIST}
      footer={
        isOpen && (
          <PostForm>
            <SubmitButton>Undo</SubmitButton>
          </PostForm>
        )
      }
    >
      <p>
        <strong className={text({ kind: "strong" })}>{message}</strong>, {when}.
      </p>
      {!isOpen && <p>This cannot be undone any more: it was undone before, or an hour has passed.</p>}
    </DialogPage>
  );
}
