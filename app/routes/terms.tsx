import { Link } from "react-router";
import { Prose } from "~/accounts/views/prose";
import { Page } from "~/ui/page";

export const handle = { script: false };

export default function Terms() {
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
            You enter nothing that tells who a patient is: no names, dates of birth, NHS or hospital numbers. You follow
            your employer's rules on what may be recorded outside its systems.
          </li>
          <li>You choose a password that you use nowhere else.</li>
        </ul>
        <h2>What you can expect</h2>
        <ul>
          <li>What you enter stays yours. It is shown to you, and given to nobody else.</li>
          <li>
            PAs, leave left, how far you are ahead or behind and what is owed to you are worked out from what you enter
            and the rules that your job plan states. Check them before you rely on them: your contract counts, not a
            diary.
          </li>
          <li>
            Daybook is offered as it is. No backup of its own is made yet, so keep what you cannot lose elsewhere too.
          </li>
        </ul>
        <h2>How it ends</h2>
        <p>
          You may stop at any time. Sessions, cases, leave and fees can be deleted one by one, and{" "}
          <Link to="/delete_account/">Delete Your Data</Link> deletes your account with everything in it.
        </p>
        <p>
          What is stored, and how it is guarded, is in the <Link to="/privacy/">privacy notice</Link>.
        </p>
      </Prose>
    </Page>
  );
}
