import { Link } from "react-router";
import { column, row, tag, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { PAYER_KINDS } from "~/diary/fees/kinds";
import { newPayerForm } from "~/diary/fees/payer-form";
import { addPayer, payersWithUses } from "~/diary/fees/payers.server";
import { PayerFields } from "~/diary/fees/views/payer-fields";
import { newRef } from "~/platform/db/columns.server";
import { refusedFor } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import { Page } from "~/ui/layout/page";
import { useFormKey } from "~/ui/layout/page-script";
import type { Route } from "./+types/payers";

/** Loads the user's payers for additional paid work, with a key for the form that adds one. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  return { payers: await payersWithUses(db, user.id), idempotency_key: newRef() };
}

export const action = saves(
  "diary",
  newPayerForm,
  async (by, { value, fingerprint }) => {
    const { idempotency_key: key, name, kind } = value;
    const refused = refusedFor(identifierErrors({ name }, {}, value));
    return { ...(refused ?? (await addPayer(by, { key, fingerprint }, { name, kind }))), message: `${name} added` };
  },
  { to: "/extras/payers/" },
);

export default function Payers({ loaderData, actionData }: Route.ComponentProps) {
  const { payers, idempotency_key } = loaderData;
  const form = useFormView({ kind: "trust" }, actionData?.form);
  return (
    <Page
      title="Payers"
      form={form}
      back={<Link to="/extras/">Additional Paid Work</Link>}
      lead="Who pays you for additional paid work. They are offered wherever you enter a fee."
    >
      <PayerList payers={payers} />
      {/* Reset after a save. */}
      <PostForm
        key={useFormKey(idempotency_key, actionData !== undefined)}
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

/** The user's payers for additional paid work, the active ones first. */
function PayerList({ payers }: Pick<Route.ComponentProps["loaderData"], "payers">) {
  if (payers.length === 0) {
    return (
      <p className={text({ kind: "quiet" })}>
        You have no payers yet. Add one below. It is then offered wherever you enter a fee, and its fees are added up
        here.
      </p>
    );
  }
  return (
    <LineList>
      {payers.map(({ unique_ref, name, kind, active, fees }) => (
        <Line
          key={unique_ref}
          heading={<LineLink to={pathTo("/extras/payers/:payerRef/", { payerRef: unique_ref })}>{name}</LineLink>}
          facts={fees === 0 ? "No fee yet" : formatCounted(fees, "fee")}
        >
          <span className={row()}>
            <span className={tag()}>{PAYER_KINDS[kind]}</span>
            {!active && <span className={tag()}>Archived</span>}
          </span>
        </Line>
      ))}
    </LineList>
  );
}
