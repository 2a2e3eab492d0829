import { Link } from "react-router";
import { Prose } from "~/account/views/prose";
import { siteContext } from "~/platform/context";
import { Page } from "~/ui/page";
import type { Route } from "./+types/terms";

export const handle = { script: false };

export function loader({ context }: Route.LoaderArgs) {
  return context.get(siteContext).keeper;
}

export default function Terms({ loaderData: keeper }: Pick<Route.ComponentProps, "loaderData">) {
  return (
    <Page title="Terms">
      <Prose>
        <h2>What Daybook is</h2>
        <p>
          A diary and logbook in which hospital consultants keep their own work: job plans, sessions, cases, leave and
          fees. It is not a patient record, and it decides nothing about anybody's care or pay.
        </p>
        <h2>What you agree to</h2>
        <ul>
          <li>You keep your own work in it, and give your account to nobody else.</li>
          <li>
            You enter nothing that identifies a patient: no names, dates of birth, NHS or hospital numbers. You follow
            your employer's rules on what may be recorded outside its systems.
          </li>
          <li>You choose a password that you use nowhere else.</li>
        </ul>
        <h2>What you can expect</h2>
        <ul>
          <li>What you enter stays yours. It is shown to you, and given to nobody else.</li>
          <li>
            You can export all of it at any time, with no limit of rows, in files that people and other programs read
            and that Daybook restores from.
          </li>
          <li>
            It is backed up each night without your doing anything, and kept for 35 days. A copy of your own, exported
            now and then, is still wise.
          </li>
          <li>
            PAs, leave left, how far you are ahead or behind and what is owed to you are worked out from what you enter
            and the rules that your job plan states; reports count what you entered. Check them before you rely on them:
            your contract counts, not a diary.
          </li>
          <li>
            A calendar feed and an exported file are as private as you keep them: whoever has the address or the file
            reads it.
          </li>
          <li>
            Questions, faults and complaints are answered at <a href={`mailto:${keeper.contact}`}>{keeper.contact}</a>,
            within five working days. Daybook is offered as it is; when it will be changed or closed, you are told
            beforehand and have time to take your data away.
          </li>
        </ul>
        <h2>How it ends</h2>
        <p>
          You may stop at any time. Sessions, cases, leave and fees can be deleted one by one, and{" "}
          <Link to="/delete_account/">Delete Your Data</Link> deletes your account with everything in it. An account
          that is not used is kept. An account that is used to harm others, or to record who patients are, may be closed
          by {keeper.controller}, who says so beforehand where that is safe.
        </p>
        <p>
          The law of England and Wales applies. What is stored, and how it is guarded, is in the{" "}
          <Link to="/privacy/">privacy notice</Link>.
        </p>
      </Prose>
    </Page>
  );
}
