import { useEffect, useRef } from "react";
import { redirect } from "react-router";
import { column, note, row } from "styled-system/recipes";
import { botCheckOf } from "~/account/bot-check/bot-check.server";
import { appContextOf } from "~/account/guard.server";
import { forgotForm } from "~/account/passwords/form";
import { askForAnotherCode, askForFirstCode, startAgain } from "~/account/passwords/reset-codes.server";
import { findResetRequest, viewOfStep } from "~/account/passwords/reset-requests.server";
import { tryCode } from "~/account/passwords/try-reset-code.server";
import { ResetCodeStep, ResetEmailStep, StartAgain } from "~/account/passwords/views/forgot-password";
import { burstLimiterContext } from "~/platform/http/bursts";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/forgot";

export const handle = { botCheck: true };
export { afterAnyAction as shouldRevalidate } from "~/ui/connection/revalidate";

const HERE = "/password/forgot/";
const SENT_AGAIN =
  "If the address matches a validated account, the newest email to it has the code that works. If you asked many times, it is one from the last 10 minutes";
const NOTHING_ASKED = "Ask for a code first";

/** Three steps at one address (specification 2.9): the cookie determines the current one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf({ context });
  const view = viewOfStep(await findResetRequest(app.db, app.vault, request), app.now);
  return view.step === "email"
    ? { ...view, botCheck: botCheckOf(app, "forgot-password", "Send the form without it.") }
    : view;
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  const before = await findResetRequest(app.db, app.vault, request);
  const form = await readForm(request, forgotForm);
  if (!form.ok) return refuse(form.state);
  const answers = form.value;

  if (answers.step === "restart") {
    return redirect(HERE, { headers: { "Set-Cookie": await startAgain(app, request, before) } });
  }
  if (answers.step === "verify") {
    if (!before) return redirectWithMessage(request, HERE, NOTHING_ASKED, { done: false });
    const refused = await tryCode(app, before, answers.code);
    return refused ? refuse(form.state, refused.errors, refused.status) : redirect(HERE);
  }
  const asked =
    answers.step === "send"
      ? await askForFirstCode(app, request, answers, form.fingerprint, before)
      : before && (await askForAnotherCode(app, request, before, context.get(burstLimiterContext)));
  if (!asked) return redirectWithMessage(request, HERE, NOTHING_ASKED, { done: false });
  if (!("cookie" in asked)) return refuse(form.state, asked.errors, asked.status);
  const headers = new Headers({ "Set-Cookie": asked.cookie });
  return answers.step === "send"
    ? redirect(HERE, { headers })
    : redirectWithMessage(request, HERE, SENT_AGAIN, { headers });
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  return (
    <DialogPage
      title="Forgot Password"
      form={form}
      cancel={
        <LinkButton to="/login/" visual="plain" newDocument>
          Back to Login
        </LinkButton>
      }
    >
      {loaderData.step === "email" && <ResetEmailStep form={form} botCheck={loaderData.botCheck} />}
      {loaderData.step === "code" && (
        <ResetCodeStep key={loaderData.awaited.asked_at} form={form} awaited={loaderData.awaited} />
      )}
      {loaderData.step === "verified" && <ResetVerifiedStep validUntil={loaderData.valid_until} />}
    </DialogPage>
  );
}

/** Step 3 of /password/forgot/. Focuses Continue, so that Enter continues. */
function ResetVerifiedStep({ validUntil }: { validUntil: string }) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => actions.current?.querySelector("a")?.focus(), []);
  return (
    <div className={column({ gap: "5" })}>
      <div role="status" className={note({ tone: "good", icon: true })}>
        <Icon name="tick" />
        <span>Code verified. You can now set a new password.</span>
      </div>
      <p>Set it before {validUntil}. After that you need a new code.</p>
      <div ref={actions} className={row()}>
        <LinkButton to="/password/reset/" visual="primary">
          Continue
        </LinkButton>
        <StartAgain label="Use another address" />
      </div>
    </div>
  );
}
