import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { deleteRow } from "~/changes/saved.server";
import { lieuAnswersOf, lieuLineForm } from "~/diary/lieu/form";
import { LIEU_KINDS, signedLieu } from "~/diary/lieu/format";
import { decryptLieuNotes, lieuLineOf } from "~/diary/lieu/queries.server";
import { LieuFields } from "~/diary/lieu/views/lieu-fields";
import { saveLieuLine } from "~/diary/lieu/write.server";
import { requireRow } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { FormPage } from "~/ui/layout/form-page";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/lieu-line";

const LEDGER = "/leave/lieu/";

export async function loader(args: Route.LoaderArgs) {
  const by = requireLevel("diary", args);
  const line = await savedLine(by, args.params);
  const { leave_ref, kind, day } = line;
  const words = `${LIEU_KINDS[kind]}, ${signedLieu(line)}, ${shortDate(day)}`;
  const notes = await decryptLieuNotes(by.cipher, line);
  const answers: Record<string, string> = { ...lieuAnswersOf(line, notes), idempotency_key: newRef() };
  return { answers, leave_ref, words };
}

export const action = saves(
  "diary",
  lieuLineForm,
  async (by, { value, fingerprint }, { params }: Route.ActionArgs) => {
    if (value.intent === "save") return saveLieuLine(by, await savedLine(by, params), { ...value, fingerprint });
    const edit = { ref: params.lineRef, version: value.version, fingerprint };
    const said = { what: "line", message: "Line deleted", listed: "Time in lieu deleted" };
    return deleteRow(by, "lieu_ledger", edit, said);
  },
  { to: LEDGER, message: "Line saved", of: (by, { params }) => savedLine(by, params) },
);

async function savedLine({ db, userId }: Actor, { lineRef }: Route.ActionArgs["params"]) {
  return requireRow(await lieuLineOf(db, userId, lineRef));
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
    <FormPage
      title="Edit time in lieu"
      form={form}
      id="line"
      back={LEDGER}
      button="Save line"
      beside={remove}
      hidden={{ intent: "save" }}
      className={column({ gap: "5" })}
    >
      <LieuFields form={form} />
    </FormPage>
  );
}
