import { Link } from "react-router";
import { Prose } from "~/account/views/prose";
import type { Site } from "~/platform/context";

/** The terms. Another text that asks for more, or promises less, is a new version: see `../versions.ts`. */
export function TermsText({ keeper }: Pick<Site, "keeper">) {
  return (
    <Prose>
      <h2>What Daybook is</h2>
      <p>
        A diary and logbook in which hospital consultants record their own work: job plans, sessions, cases, leave and
        fees. It is not a patient record. It makes no decisions about anybody’s care or pay.
      </p>
      <h2>What you agree to</h2>
      <ul>
        <li>You record only your own work, and let nobody else use your account.</li>
        <li>
          You enter nothing that identifies a patient: no names, dates of birth, or NHS or hospital numbers. You follow
          your employer’s rules on what may be recorded outside its systems.
        </li>
        <li>You choose a password that you use nowhere else.</li>
      </ul>
      <h2>What you can expect</h2>
      <ul>
        <li>What you enter stays yours. Daybook shows it to you and gives it to nobody else.</li>
        <li>
          You can export all of it at any time, with no limit of rows. People and other programs can read the files, and
          Daybook can import them again.
        </li>
        <li>
          Your data is backed up each night, and each backup is kept for 35 days. Export a copy of your own from time to
          time as well.
        </li>
        <li>
          Daybook works out PAs, remaining leave, how far you are ahead of or behind your job plan and what you are owed
          from what you enter and the rules of your job plan. Check these figures before you rely on them. Your contract
          decides, not Daybook.
        </li>
        <li>
          Keep calendar feeds and exported files private. Anyone who has the address or the file can read what is in it.
        </li>
        <li>
          If somebody else changes your email address, you can get it back for 7 days, by a link in the email to your
          old address.
        </li>
        <li>
          You get an answer to questions, faults and complaints within 5 working days. Email{" "}
          <a href={`mailto:${keeper.contact}`}>{keeper.contact}</a>.
        </li>
        <li>
          Daybook comes without a guarantee. If it is going to change or close, you are told beforehand and have time to
          export your data.
        </li>
      </ul>
      <h2>If these terms change</h2>
      <p>
        You are told what changed, and asked to accept the terms before you go on. If you do not, you can still export
        your data and delete your account.
      </p>
      <h2>How it ends</h2>
      <p>
        You can stop at any time. You can delete single sessions, cases, leave and fees.{" "}
        <Link to="/delete_account/">Delete Your Data</Link> deletes your account and everything in it. An account that
        you do not use is kept.
      </p>
      <p>
        If an account is used to harm others or to record who patients are, if more than one person uses it, or if
        somebody else may have got into it, {keeper.controller} can suspend it: nobody can log in to it then. You are
        told why by email. Your diary is kept, and you can ask for a copy of your data.
      </p>
      <p>
        The law of England and Wales applies. The <Link to="/privacy/">privacy notice</Link> says what is stored and how
        it is protected.
      </p>
    </Prose>
  );
}
