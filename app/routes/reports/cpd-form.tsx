import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { deleteRow } from "~/changes/saved.server";
import { requireRow } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { londonToday } from "~/platform/time/london";
import { cpdAnswersOf, cpdForm, newCpdAnswers, newCpdForm } from "~/reports/cpd/form";
import { addCpd, cpdOf, decryptCpd, saveCpd } from "~/reports/cpd/queries.server";
import { CpdFields } from "~/reports/cpd/views/cpd-fields";
import { useFormView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import { DeletePart } from "~/ui/layout/listed-actions";
import type { Route } from "./+types/cpd-form";

const CPD = "/reports/cpd/";

/** The form of a new entry, or of the one that the address names. */
export async function loader(args: Route.LoaderArgs) {
  const by = requireLevel("progress", args);
  const idempotency_key = newRef();
  if (args.params.cpdRef === undefined) {
    return { version: null, answers: newCpdAnswers(londonToday(by.now)), idempotency_key };
  }
  const entry = await savedEntry(by, args);
  const answers = cpdAnswersOf(entry, await decryptCpd(by.cipher, entry));
  return { version: answers.version, answers, idempotency_key };
}

export function action(args: Route.ActionArgs) {
  return args.params.cpdRef === undefined ? add(args) : change(args);
}

const add = saves(
  "progress",
  newCpdForm,
  (by, { value: { idempotency_key: key, ...answers }, fingerprint }) => addCpd(by, { key, fingerprint }, answers),
  { to: CPD, message: "CPD added" },
);

const change = saves(
  "progress",
  cpdForm,
  async (by, { value, fingerprint }, args: Route.ActionArgs) => {
    const { cpdRef: ref = "" } = args.params;
    if (value.intent === "save") return saveCpd(by, await savedEntry(by, args), { ...value, fingerprint });
    const edit = { ref, version: value.version, fingerprint };
    return deleteRow(by, "cpd", edit, { what: "entry", message: "CPD deleted" });
  },
  { to: CPD, message: "CPD saved", of: (by, args) => savedEntry(by, args) },
);

async function savedEntry({ db, userId }: Actor, { params }: Pick<Route.ActionArgs, "params">) {
  return requireRow(await cpdOf(db, userId, params.cpdRef ?? ""));
}

export default function CpdFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { version, answers, idempotency_key } = loaderData;
  const form = useFormView(answers, actionData?.form);
  return (
    <FormPage
      title={version === null ? "Add CPD" : "Edit CPD"}
      form={form}
      id="cpd"
      back={CPD}
      button="Save CPD"
      idempotencyKey={idempotency_key}
      hidden={version === null ? {} : { intent: "save" }}
      below={
        version !== null && (
          <DeletePart one="CPD" version={version} hidden={{ idempotency_key }}>
            This deletes the entry and its reflection. You can undo this for an hour.
          </DeletePart>
        )
      }
    >
      <CpdFields form={form} />
    </FormPage>
  );
}
