import { Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { newPayerForm } from "~/diary/fees/payer-form";
import { addPayer, payersWithUses } from "~/diary/fees/payers.server";
import { PayerFields } from "~/diary/fees/views/payer-fields";
import { PayerList } from "~/diary/fees/views/payer-list";
import { newRef } from "~/platform/db/columns.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { SubmitButton } from "~/ui/button";
import { keyOf, useFormView } from "~/ui/form-state";
import { identifierErrors } from "~/ui/identifiers/rules";
import { Page } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/payers";

const PAYERS = "/extras/payers/";

/** Who pays for extra work, with the form of one more. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  return { payers: await payersWithUses(db, user.id), idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const form = await readForm(args.request, newPayerForm);
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, name, kind } = form.value;
  const errors = identifierErrors({ name }, {}, form.value);
  if (Object.keys(errors).length > 0) return refuse(form.state, errors);
  const refusal = await addPayer(db, user.id, { key, fingerprint: form.fingerprint }, { name, kind }, now);
  if (refusal) return answerRefusal(form.state, refusal);
  return redirectSaying(args.request, PAYERS, `${name} added`);
}

export default function Payers({ loaderData, actionData }: Route.ComponentProps) {
  const { payers, idempotency_key } = loaderData;
  const form = useFormView({ kind: "trust" }, actionData?.form);
  return (
    <Page
      title="Payers"
      form={form}
      back={<Link to="/extras/">Additional Paid Work</Link>}
      lead="Who pays for extra work: offered in the form of every fee."
    >
      <PayerList payers={payers} />
      {/* One that was saved makes way for an empty one. */}
      <PostForm
        key={idempotency_key}
        hidden={{ idempotency_key: keyOf(form, idempotency_key) }}
        className={column({ gap: "4" })}
      >
        <h2>Add a payer</h2>
        <PayerFields form={form} />
        <div>
          <SubmitButton>Add payer</SubmitButton>
        </div>
      </PostForm>
    </Page>
  );
}
