import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { lieuAnswersOf, lieuLineForm } from "~/diary/lieu/form";
import { LIEU_KINDS, signedLieu } from "~/diary/lieu/format";
import { decryptLieuNotes, lieuLineOf } from "~/diary/lieu/queries.server";
import { LieuFields } from "~/diary/lieu/views/lieu-fields";
import { deleteLieuLine, saveLieuLine } from "~/diary/lieu/write.server";
import { requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { shortDate } from "~/platform/time/dates";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/lieu-line";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const LEDGER = "/leave/lieu/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("diary", args);
  const line = requireRow(await lieuLineOf(db, user.id, args.params.lineRef));
  const { leave_ref, kind, day } = line;
  const words = `${LIEU_KINDS[kind]}, ${signedLieu(line)}, ${shortDate(day)}`;
  const notes = await decryptLieuNotes(cipher, line);
  const answers: Record<string, string> = { ...lieuAnswersOf(line, notes), idempotency_key: newRef() };
  return { answers, leave_ref, words };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { lineRef } = args.params;
  const form = await readForm(args.request, lieuLineForm);
  if (form.ok && form.value.intent === "delete") {
    // It may have been deleted by this same form, whose answer was lost: the deletion finds out.
    const { version } = form.value;
    const deleted = await deleteLieuLine(context, { ref: lineRef, version, fingerprint: form.fingerprint });
    return answerSave(args.request, form.state, deleted, LEDGER, "Line deleted");
  }
  const line = requireRow(await lieuLineOf(context.db, context.userId, lineRef));
  if (!form.ok || form.value.intent === "delete") return refuse(form.state);
  const saved = await saveLieuLine(context, line, { ...form.value, fingerprint: form.fingerprint });
  return answerSave(args.request, form.state, saved, LEDGER, "Line saved");
}

export default function LieuLinePage({ loaderData, actionData }: Route.ComponentProps) {
  const { answers, leave_ref, words } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const remove = (
    <PostForm hidden={{ version: answers.version, intent: "delete" }}>
      <SubmitButton visual="danger">Delete line</SubmitButton>
    </PostForm>
  );
  if (leave_ref !== null) {
    return (
      <DialogPage title="Time in lieu spent" form={form} back={LEDGER} footer={remove}>
        <p>
          <strong>{words}.</strong> It was spent on{" "}
          <Link to={pathTo("/leave/:leaveRef/", { leaveRef: leave_ref })}>leave</Link>: change it there. Without this
          line the leave takes nothing from your time in lieu.
        </p>
      </DialogPage>
    );
  }
  return (
    <DialogPage
      title="Edit time in lieu"
      form={form}
      back={LEDGER}
      footer={
        <>
          <SubmitButton form="line">Save line</SubmitButton>
          {remove}
        </>
      }
    >
      <PostForm
        id="line"
        hidden={{
          version: form.value("version"),
          idempotency_key: form.value("idempotency_key"),
          intent: "save",
        }}
        className={column({ gap: "5" })}
      >
        <LieuFields form={form} />
      </PostForm>
    </DialogPage>
  );
}
