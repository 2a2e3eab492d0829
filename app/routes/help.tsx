import { Link, redirect } from "react-router";
import { pageUser, requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { Prose } from "~/account/views/prose";
import { firstStepsForm } from "~/diary/first-steps/form";
import { siteContext } from "~/platform/context";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm } from "~/platform/http/read-form.server";
import { hideFirstSteps } from "~/profile/queries.server";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/help";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  const user = pageUser(args);
  const { contact } = args.context.get(siteContext).keeper;
  return { contact, keepsDiary: user !== null && mayOpen("diary", user.level) };
}

/** Hides the first steps on the main page and in the logbook, or shows them again. */
export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, firstStepsForm);
  if (!form.ok) return redirect("/help/");
  const { intent, page } = form.value;
  await hideFirstSteps(context, intent === "hide");
  const path = page === "logbook" ? "/logbook/" : "/";
  if (intent === "show") {
    return redirectWithMessage(args.request, path, "First steps shown again, as long as one is left");
  }
  return redirectWithMessage(args.request, path, "First steps hidden. You can show them again from Help and support");
}

export default function Help({ loaderData: { contact, keepsDiary } }: Route.ComponentProps) {
  return (
    <Page title="Help and support">
      <Prose>
        <h2>Contact us</h2>
        <p>
          Email <a href={`mailto:${contact}`}>{contact}</a> with questions, faults and complaints. You get an answer
          within 5 working days. Never send anything that could identify a patient.
        </p>
        <h2>Get started</h2>
        <p>
          Set up Daybook in 3 steps: make a job plan, fill your logbook from it, and log the cases of last week’s list.
          The steps are shown in your logbook until you finish them.
        </p>
        {keepsDiary && (
          <PostForm hidden={{ intent: "show", page: "logbook" }}>
            <SubmitButton visual="normal">Show the first steps</SubmitButton>
          </PostForm>
        )}
        <h2>Find your way</h2>
        <ul>
          <li>
            <Link to="/logbook/">Logbook</Link>: your sessions by day or by week. Open a session to log its cases.
          </li>
          <li>
            <Link to="/logbook/search/">Search</Link>: find words in your notes and cases.
          </li>
          <li>
            <Link to="/logbook/undo/">Undo recent changes</Link>: your changes of the last hour.
          </li>
          <li>
            <Link to="/profile/">Profile</Link>: your details, how Daybook counts, your labels, and the Friday email.
          </li>
          <li>
            <Link to="/mydata/">Your Data</Link>: export everything you have entered, or import it again.
          </li>
          <li>
            <Link to="/keys/">Keys</Link>: keyboard shortcuts.
          </li>
        </ul>
        <h2>If you cannot log in</h2>
        <p>
          <Link to="/password/forgot/" reloadDocument>
            Forgot username or password
          </Link>{" "}
          sends a code to your email address. If you have lost your phone, log in with one of your recovery codes.
        </p>
        <h2>Your data</h2>
        <p>
          The <Link to="/privacy/">privacy notice</Link> says what is stored, and who can read it. The{" "}
          <Link to="/terms/">terms</Link> say what you agreed to.
        </p>
      </Prose>
    </Page>
  );
}
