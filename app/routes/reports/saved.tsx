import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { deleteRow } from "~/changes/saved.server";
import type { FormResult } from "~/platform/http/action-result";
import { refusedFor } from "~/platform/http/answer-save.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { editReportForm } from "~/reports/saved/form";
import { renameReport, savedReport } from "~/reports/saved/saved.server";
import { useFormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { FormPage } from "~/ui/layout/form-page";
import { DeletePart } from "~/ui/layout/listed-actions";
import type { Route } from "./+types/saved";

const REPORTS = "/reports/";
const TEXTS = ["name"];

export async function loader(args: Route.LoaderArgs) {
  const { name, version } = await savedReport(requireLevel("progress", args), args.params.reportRef);
  return { name, version: String(version) };
}

export const action = saves(
  "progress",
  editReportForm,
  async (by, { value, fingerprint }, { params: { reportRef: ref } }: Route.ActionArgs) => {
    const edit = { ref, version: value.version, fingerprint };
    if (value.intent === "delete") {
      // Sent again, because its response was lost, it finds none.
      const was = await nullIfNotFound(savedReport(by, ref));
      const deleted = { what: "saved report", message: `${was?.name ?? "Saved report"} deleted` };
      return deleteRow(by, "saved_reports", edit, { ...deleted, listed: "Saved report deleted" });
    }
    const { name: was } = await savedReport(by, ref);
    const { name } = value;
    const refused = refusedFor(identifierErrors({ name }, { name: was }, value));
    return { ...(refused ?? (await renameReport(by, edit, name))), message: `${name} saved` };
  },
  { to: REPORTS, of: (by, { params }) => savedReport(by, params.reportRef) },
);

interface SavedPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FormResult | undefined;
}

export default function SavedPage({ loaderData, actionData }: SavedPageProps) {
  const form = useFormView(loaderData, actionData?.form);
  return (
    <FormPage
      title="Saved report"
      form={form}
      id="report"
      back={REPORTS}
      button="Save name"
      hidden={{ intent: "save" }}
      className={column({ gap: "4" })}
      below={
        <DeletePart one="report" version={form.value("version")}>
          This deletes the saved choices. Your logbook does not change. You can undo this for an hour.
        </DeletePart>
      }
    >
      <TextField form={form} name="name" label="Name" width="ch40" />
      <SaveAnyway form={form} names={TEXTS} />
    </FormPage>
  );
}
