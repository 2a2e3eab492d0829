import { requireLevel } from "~/account/guard.server";
import { claimFacts } from "~/diary/fees/claim-facts";
import { deleteClaimForm } from "~/diary/fees/claim-form";
import { deleteClaim } from "~/diary/fees/claim-writes.server";
import { feeFigures } from "~/diary/fees/queries.server";
import { ClaimToDelete } from "~/diary/fees/views/claim-to-delete";
import { ClaimWork } from "~/diary/fees/views/claim-work";
import { claimGoing, claimPage } from "~/diary/fees/work/page.server";
import { claimReturn } from "~/diary/fees/work/ways";
import { shownWork } from "~/diary/fees/work/work.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { SavedFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/claim-delete";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const { claim, notes, row } = await claimPage(asked, args.params.claimRef);
  return {
    work: row ? await shownWork(row, asked.cipher) : null,
    claim: feeFigures(claim),
    facts: claimFacts(claim, notes),
    version: String(claim.version),
    back: `${pathTo("/extras/:claimRef/", args.params)}${args.url.search}`,
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { claimRef } = args.params;
  const form = await readForm(args.request, deleteClaimForm);
  if (!form.ok) {
    await claimPage(asked, claimRef);
    return refuse(form.state);
  }
  const { claim, row } = await claimGoing(asked, claimRef);
  const { fingerprint } = form;
  const deleted = await deleteClaim(asked, { ref: claimRef, version: form.value.version, fingerprint }, claim);
  if ("errors" in deleted) return answerRefusal(form.state, deleted);
  const work = row ? await shownWork(row, asked.cipher) : null;
  return redirectSaying(args.request, claimReturn(args.url.searchParams, work), "Fee deleted", deleted);
}

export default function ClaimDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { work, claim, facts, version, back } = loaderData;
  const form = formView({ version }, actionData?.form);
  return (
    <DialogPage
      title="Delete fee"
      form={form}
      back={back}
      footer={
        <SubmitButton form="delete" visual="danger">
          Delete this fee
        </SubmitButton>
      }
    >
      {actionData?.newer && <SavedFacts facts={actionData.newer.facts} />}
      <ClaimWork work={work} claim={claim} />
      <ClaimToDelete facts={facts} ofWork={work !== null} />
      <PostForm id="delete" hidden={{ version: form.value("version") }}>
        {null}
      </PostForm>
    </DialogPage>
  );
}
