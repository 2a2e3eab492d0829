import { Form, Link } from "react-router";
import { button, column, note, row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { LOCKED_PERIODS } from "~/diary/locks/rules";
import {
  lockedOf,
  recalculated,
  recalculatePlan,
  summaryOf,
  timedSessionsOfPlan,
} from "~/diary/sessions/recalculate.server";
import { sessionCount } from "~/diary/sessions/sentences";
import { showPaChange } from "~/planning/job-plans/pa-rules";
import { recalculateForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import type { FormState } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { readDate, ukDate } from "~/platform/time/dates";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/recalculate";

const DATE_MESSAGE = "From date must be a real date, such as 27/3/2026";
const NOTHING_CHANGED =
  "No session was recalculated: the plan or its sessions have changed since you opened this page. Check the figures below, then press the button again";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const typed = args.url.searchParams.get("from") ?? "";
  const from = readDate(typed);
  const [plans, timed] = await db.batch([
    planOf(db, user.id, args.params.planRef),
    timedSessionsOfPlan(db, user.id, args.params.planRef, from || null),
  ]);
  const plan = requireRow(plans);
  const summary = from === false ? null : summaryOf(recalculated(timed, plan.pa_rules));
  const locked = lockedOf(timed, plan.pa_rules);
  const errors: FormState["errors"] = from === false ? { from: [DATE_MESSAGE] } : {};
  const asked: FormState = { values: { from: [from ? ukDate(from) : typed] }, errors };
  return { title: plan.title, version: plan.version, asked, summary, locked };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, recalculateForm);
  requireRow(await planOf(context.db, context.userId, planRef));
  if (!form.ok) return refuse(form.state);
  const undo = await recalculatePlan(context, planRef, form.value);
  if (undo === null) return refuse(form.state, { "": NOTHING_CHANGED }, 409);
  const said = `${sessionCount(form.value.sessions)} recalculated`;
  return redirectWithMessage(args.request, pathTo("/job_plans/:planRef/", { planRef }), said, { undo });
}

export default function Recalculate({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, version, asked, summary, locked } = loaderData;
  const form = formView(
    {},
    { ...actionData?.form, values: asked.values, errors: actionData?.form.errors ?? asked.errors },
  );
  return (
    <DialogPage
      title="Recalculate sessions"
      form={form}
      back={pathTo("/job_plans/:planRef/", params)}
      footer={summary && summary.sessions > 0 && <SubmitButton form="recalculate">Recalculate sessions</SubmitButton>}
    >
      <p className={text({ kind: "quiet" })}>
        Each session keeps the PA rules it was saved with. If you change the rules of {title} you can recalculate its
        sessions with the new rules. Sessions with a fixed PA allocation do not change.
      </p>
      <Form method="get" noValidate className={column({ gap: "4" })}>
        <div className={row({ gap: "4", align: "end" })}>
          <DateField
            form={form}
            name="from"
            label="From date"
            hint="Leave blank for all sessions of the plan"
            clearable
          />
          <button type="submit" className={button()}>
            Show figures
          </button>
        </div>
      </Form>
      {summary && <RecalculationNote summary={summary} locked={locked} />}
      {summary && (
        <PostForm
          id="recalculate"
          hidden={{ version, from: form.value("from"), sessions: summary.sessions, difference: summary.difference }}
        >
          {null}
        </PostForm>
      )}
    </DialogPage>
  );
}

interface RecalculationNoteProps {
  summary: { sessions: number; changing: number; difference: number };
  /** Number of sessions that were saved with other rules and keep them. */
  locked: number;
}

/** What a recalculation would change. */
function RecalculationNote({ summary: { sessions, changing, difference }, locked }: RecalculationNoteProps) {
  const kept = locked > 0 && (
    <p className={text({ kind: "read" })}>
      {formatCounted(
        locked,
        "session was saved with other rules and lies",
        "sessions were saved with other rules and lie",
      )}{" "}
      in a locked period. {locked === 1 ? "Its PAs stay as they are." : "Their PAs stay as they are."}{" "}
      <Link to={LOCKED_PERIODS}>Locked periods</Link>
    </p>
  );
  if (sessions === 0) {
    return (
      <>
        {locked === 0 && <p className={note({ tone: "good" })}>All these sessions already use the plan’s rules.</p>}
        {locked > 0 && <p className={note()}>There is nothing to recalculate.</p>}
        {kept}
      </>
    );
  }
  return (
    <>
      <p className={note()}>
        {formatCounted(sessions, "session was", "sessions were")} saved with other rules.{" "}
        {changing === 0 ? (
          "Their PAs would not change."
        ) : (
          <>
            The PAs of {changing} would change, together by <strong>{showPaChange(difference)} PA</strong>.
          </>
        )}
      </p>
      {kept}
    </>
  );
}
