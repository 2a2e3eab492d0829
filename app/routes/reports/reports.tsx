import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormResult } from "~/platform/http/action-result";
import { reloadWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { reportBuilderPage } from "~/reports/builder/page.server";
import { ReportBuilderForm } from "~/reports/builder/views/report-builder-form";
import { PRESETS, type PresetName, readChoices, writeChoices } from "~/reports/document/choices";
import { newReportForm } from "~/reports/saved/form";
import { saveReport } from "~/reports/saved/saved.server";
import { SavedReports, SaveForm } from "~/reports/saved/views/saved-reports";
import { formView, keyOf, useFormView } from "~/ui/forms/form-state";
import { identifierErrors } from "~/ui/identifiers/rules";
import { ActionMenu } from "~/ui/layout/action-menu";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/reports";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("progress", args);
  return { ...(await reportBuilderPage(context, args.url.searchParams)), key: newRef() };
}

/** Saves the choices in this address under a name, and redirects to the report's print page. */
export async function action(args: Route.ActionArgs) {
  const context = requireLevel("progress", args);
  const form = await readForm(args.request, newReportForm);
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, name, replace } = form.value;
  const errors = identifierErrors({ name }, {}, form.value);
  if (Object.keys(errors).length > 0) return refuse(form.state, errors);
  const { choices, problems } = readChoices(args.url.searchParams);
  if (Object.keys(problems).length > 0) return refuse(form.state, problems);
  const { undo, refusal } = await saveReport(
    context,
    { key, fingerprint: form.fingerprint },
    { name, choices, replace },
  );
  if (refusal) return answerRefusal(form.state, refusal);
  return reloadWithMessage(args.request, `/reports/paper/?${writeChoices(choices)}`, `Saved as ${name}`, { undo });
}

interface ReportsPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FormResult | undefined;
}

export default function ReportsPage({ loaderData, actionData }: ReportsPageProps) {
  const { form: asked, preset, plans, saved, chosen, key, ...lists } = loaderData;
  const naming = useFormView({}, actionData?.form);
  const form = formView({}, asked);
  // The name is asked for on the print page; here only if the form is returned.
  const isNamed = actionData !== undefined || naming.kept !== undefined;
  return (
    <Page
      title="Reports"
      form={isNamed ? naming : form}
      lead="For appraisal, job plan review, your accountant or your files: on paper, as PDF or as CSV."
      actions={
        <ActionMenu label="More">
          <Link to="/reports/cpd/">CPD</Link>
          <Link to="/reports/reflections/">Reflective notes</Link>
          <Link to="/reports/locks/">Locked periods</Link>
        </ActionMenu>
      }
    >
      {isNamed && (
        <section aria-labelledby="save">
          <h2 id="save">Save this report</h2>
          <SaveForm form={naming} query={chosen.query} words={chosen.words} idempotencyKey={keyOf(naming, key)} />
        </section>
      )}
      <SavedReports saved={saved} />
      <section aria-labelledby="new" className={column({ gap: "4" })}>
        <header className={row({ spread: true, gap: "4" })}>
          <h2 id="new">New report</h2>
          <Presets here={preset} />
        </header>
        <ReportBuilderForm form={form} plans={plans} {...lists} />
      </section>
    </Page>
  );
}

/** Presets of a report: each fills the form below. */
function Presets({ here }: { here: PresetName | null }) {
  return (
    <nav aria-label="Start from" className={css({ whiteSpace: "nowrap" })}>
      <ActionMenu label={here === null ? "Start from" : `Start from: ${PRESETS[here].label}`}>
        {Object.entries(PRESETS).map(([name, { label }]) => (
          <Link key={name} to={`/reports/?preset=${name}`} aria-current={here === name ? "true" : undefined}>
            {label}
          </Link>
        ))}
      </ActionMenu>
    </nav>
  );
}
