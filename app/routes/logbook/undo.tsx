import { data } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { cameFrom } from "~/http/came-from";
import { takingForm } from "~/http/fields";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { diaryReturn } from "~/sessions/diary-pages";
import { sessionHeading } from "~/sessions/heading.server";
import { londonMoment } from "~/time/london";
import { momentWords } from "~/time/moment-words";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { stepRow } from "~/undo/steps.server";
import { takeBack } from "~/undo/take-back.server";
import type { Route } from "./+types/undo";

const LIST = "/logbook/undo/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const [step] = await stepRow(db, user.id, args.params.undoRef);
  if (!step) throw data(null, { status: 404 });
  const { says, created_at, spent, expires_at } = step;
  return { says, when: momentWords(created_at, now), open: !spent && expires_at > now };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const form = await readForm(args.request, takingForm);
  const taken = await takeBack(db, user.id, args.params.undoRef, now);
  if (!taken) throw data(null, { status: 404 });
  if (!taken.ok) return refuse(form.state, { "": taken.error }, 409);
  const path = cameFrom(args.request, LIST);
  // The page that the button stood on may have gone with the act.
  const [, above, ref = ""] = /^\/(logbook\/session|extras)\/([\w-]{22})\//.exec(path) ?? [];
  if (!above) return redirectSaying(args.request, path, taken.says);
  const gone = taken.gone.find((each) => each.unique_ref === ref);
  if (above === "extras") {
    return redirectSaying(args.request, gone || taken.before ? "/extras/" : path, taken.says);
  }
  const isGone = gone || (taken.before && (await sessionHeading(db, user.id, ref)).length === 0);
  const { searchParams } = new URL(path, args.url);
  const diary = diaryReturn(searchParams, londonMoment(gone?.start_at ?? now).date, now);
  return redirectSaying(args.request, isGone ? diary : path, taken.says);
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { says, when, open } = loaderData;
  return (
    <DialogPage
      title="Undo"
      form={formView({}, actionData?.form)}
      back={LIST}
      footer={
        open && (
          <PostForm>
            <SubmitButton>Undo this</SubmitButton>
          </PostForm>
        )
      }
    >
      <p>
        <strong className={text({ kind: "strong" })}>{says}</strong>, {when}.
      </p>
      {!open && <p>This cannot be undone any more: it was undone before, or an hour has passed.</p>}
    </DialogPage>
  );
}
