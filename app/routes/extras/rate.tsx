import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { deleteRow } from "~/changes/saved.server";
import { lastPayers, payersOf } from "~/diary/fees/queries.server";
import { editRateForm, NEW_RATE, newRateForm, rateAnswersOf, rateTexts } from "~/diary/fees/rate-form";
import { addRate, changeRate, foundRate, rateOf } from "~/diary/fees/rates.server";
import { FeeListActions } from "~/diary/fees/views/listed-actions";
import { RateFields } from "~/diary/fees/views/rate-fields";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { refusedFor } from "~/platform/http/answer-save.server";
import { useFormView } from "~/ui/forms/form-state";
import { identifierErrors } from "~/ui/identifiers/rules";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/rate";

const RATES = "/extras/rates/";

/** The form of a new rate, or of the one that the address names. */
export async function loader(args: Route.LoaderArgs) {
  const { db, userId } = requireLevel("diary", args);
  const { rateRef } = args.params;
  if (rateRef === undefined) {
    return {
      active: null,
      answers: NEW_RATE,
      payers: payersOf(await lastPayers(db, userId)),
      idempotency_key: newRef(),
    };
  }
  const [[rate], payers] = await db.batch([rateOf(db, userId, rateRef), lastPayers(db, userId)]);
  const { active, ...answers } = foundRate(rate);
  return { active, answers: rateAnswersOf(answers), payers: payersOf(payers) };
}

export function action(args: Route.ActionArgs) {
  return args.params.rateRef === undefined ? add(args) : change(args);
}

const add = saves(
  "diary",
  newRateForm,
  async (by, { value, fingerprint }) =>
    refusedFor(identifierErrors(rateTexts(value.rate), {}, value)) ??
    addRate(by, { key: value.idempotency_key, fingerprint }, value.rate),
  { to: RATES, message: "Rate added" },
);

const change = saves(
  "diary",
  editRateForm,
  async (by, { value, fingerprint }, { params: { rateRef: ref = "" } }: Route.ActionArgs) => {
    const edit = { ref, version: value.version, fingerprint };
    if (value.intent === "delete") return deleteRow(by, "rates", edit, { what: "rate", message: "Rate deleted" });
    if (value.intent !== "save") {
      const saved = await changeRate(by, edit, { active: value.intent === "restore" });
      return { ...saved, message: `Rate ${value.intent}d` };
    }
    const errors = identifierErrors(rateTexts(value.rate), rateTexts(await currentRate(by, ref)), value);
    return refusedFor(errors) ?? changeRate(by, edit, value.rate);
  },
  {
    to: RATES,
    message: "Rate saved. Fees already worked out from it do not change",
    of: (by, { params }) => currentRate(by, params.rateRef),
  },
);

async function currentRate({ db, userId }: Actor, ref = "") {
  const [rate] = await rateOf(db, userId, ref);
  return foundRate(rate);
}

export default function Rate({ loaderData, actionData }: Route.ComponentProps) {
  const { active, answers, payers, idempotency_key } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const isNew = active === null;
  return (
    <FormPage
      title={isNew ? "Add rate" : "Edit rate"}
      form={form}
      id="rate"
      back={RATES}
      button="Save rate"
      idempotencyKey={idempotency_key}
      hidden={isNew ? {} : { intent: "save" }}
      below={isNew || <FeeListActions one="rate" active={active} version={form.value("version")} />}
    >
      <RateFields form={form} payers={payers} />
    </FormPage>
  );
}
