import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { editPayerForm } from "~/diary/fees/payer-form";
import { changePayer, deletePayer, payerOf } from "~/diary/fees/payers.server";
import { FeeListActions } from "~/diary/fees/views/listed-actions";
import { PayerFields } from "~/diary/fees/views/payer-fields";
import { refusedFor } from "~/platform/http/answer-save.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { useFormView } from "~/ui/forms/form-state";
import { identifierErrors } from "~/ui/identifiers/rules";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/payer";

const PAYERS = "/extras/payers/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { name, kind, active, version } = await payerOf(db, user.id, args.params.payerRef);
  return { name, kind, active, version: String(version) };
}

export const action = saves(
  "diary",
  editPayerForm,
  async (by, { value, fingerprint }, { params: { payerRef: ref } }: Route.ActionArgs) => {
    const edit = { ref, version: value.version, fingerprint };
    if (value.intent === "delete") {
      // Sent again, because its response was lost, it finds none.
      const was = await nullIfNotFound(payerOf(by.db, by.userId, ref));
      return { ...(await deletePayer(by, edit)), message: `${was?.name ?? "Payer"} deleted` };
    }
    const { name: was } = await payerOf(by.db, by.userId, ref);
    if (value.intent !== "save") {
      const saved = await changePayer(by, edit, { active: value.intent === "restore" });
      return { ...saved, message: `${was} ${value.intent}d` };
    }
    const { name, kind } = value;
    const refused = refusedFor(identifierErrors({ name }, { name: was }, value));
    return { ...(refused ?? (await changePayer(by, edit, { name, kind }))), message: `${name} saved` };
  },
  { to: PAYERS, of: ({ db, userId }, { params }) => payerOf(db, userId, params.payerRef) },
);

export default function Payer({ loaderData, actionData }: Route.ComponentProps) {
  const { name, kind, active, version } = loaderData;
  const shown = { name, kind, version };
  const form = useFormView(shown, actionData?.form);
  return (
    <FormPage
      title={name}
      form={form}
      id="payer"
      back={PAYERS}
      button="Save payer"
      hidden={{ intent: "save" }}
      className={column({ gap: "4" })}
      below={<FeeListActions one="payer" active={active} version={form.value("version")} />}
    >
      <PayerFields form={form} isListed />
    </FormPage>
  );
}
