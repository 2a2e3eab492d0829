import { Link } from "react-router";
import type { Site } from "~/platform/context";

/** Controller of the data, lawful basis, and what users can ask for. */
export function YourRights({ controller, contact }: Site["keeper"]) {
  const mail = <a href={`mailto:${contact}`}>{contact}</a>;
  return (
    <>
      <h2>Who is responsible</h2>
      <p>
        The controller of your account is {controller}. What you record in your diary is yours: you decide what stands
        in it and answer for that, towards your patients and your employer too, and Daybook processes it for you. A case
        from which a patient could still be told is personal data of that patient: enter none.
      </p>
      <h2>On what ground</h2>
      <ul>
        <li>
          Account, diary, reports and backups: to do what you asked for, which is the contract of the{" "}
          <Link to="/terms/">terms</Link> (UK GDPR, article 6(1)(b)).
        </li>
        <li>
          Limits of tries, the check that you are a person, security lines and the server’s log: our legitimate interest
          in keeping accounts safe (article 6(1)(f)).
        </li>
        <li>
          Sick leave tells of your health: it is kept because you enter it, until you delete it (article 9(2)(a)).
        </li>
      </ul>
      <h2>What you can ask for</h2>
      <p>
        You can see, correct, export and delete your data yourself, without asking us: every page shows and changes it,{" "}
        <Link to="/mydata/export/">Export everything</Link> gives you all of it as files that people and programs can
        read, and <Link to="/delete_account/">Delete Your Data</Link> deletes it. You can also ask us to stop using it,
        or object to how it is used. No program decides anything about you. If we do not put it right, complain to the
        Information Commissioner (<a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>).
      </p>
      <h2>Help, and what went wrong</h2>
      <p>
        For support, for these rights, and to report a weakness or a breach: {mail}. If data of yours are put at risk,
        you are told without delay at the address of your account, and the Information Commissioner within 72 hours.
      </p>
    </>
  );
}

/** Where the data are, who else has them, how they are backed up, and until when. */
export function WhereAndHowLong() {
  return (
    <>
      <h2>Where it is</h2>
      <p>
        In a Cloudflare D1 database whose jurisdiction is the European Union; backups in a Cloudflare R2 store of the
        same jurisdiction. Pages are made by Cloudflare Workers near you, wherever you read, and pass through
        Cloudflare’s network on their way to you, as do the emails.
      </p>
      <h2>Who else is given it</h2>
      <p>
        Cloudflare, Inc. runs the machines and is the only sub-processor: Workers, D1, R2, key-value store, queue, email
        and Turnstile, under its data processing agreement with the standard contractual clauses. Nothing is sent to
        anybody else: no adverts, no analytics. Nothing is sold or handed on, and none of it is used for research,
        unless you say yes to one study by name; there is none.
      </p>
      <h2>Who can read it</h2>
      <p>
        You. Nobody reads diaries as a matter of routine. The pages of administration show of an account its name,
        username, address, level, logins, backups, emails that failed and its security lines, and nothing of a diary;
        what an administrator does there is noted, and stands in your activity log. Whoever runs the machines can reach
        the database and the secret, as said above, and does so only to fix a fault or to restore a backup.
      </p>
      <h2>Backups</h2>
      <p>
        Each night all rows of everybody who changed something are written to one file a user, encrypted as a whole
        under the user’s key, in the store named above, without anything to do on your side. A backup is kept for 35
        days, and your newest one as long as your account; when it was made stands under{" "}
        <Link to="/mydata/">Your Data</Link>. What you delete is therefore gone from all of them 35 days after the
        backup that follows. Restoring is rehearsed with every change to Daybook. Besides, the whole database can be set
        back to any minute of the last 30 days after a mishap.
      </p>
      <h2>How long</h2>
      <p>
        Until you delete it. Sessions, cases, leave and fees can be deleted one by one, or{" "}
        <Link to="/mydata/delete/">cases or imports alone</Link>; what is deleted can be undone for an hour, and is gone
        after it, from backups as said above. An account that nobody uses any more is kept, since a logbook may be asked
        for years later: Daybook ends logins, never accounts, for want of use.
      </p>
      <p>
        <Link to="/delete_account/">Delete Your Data</Link> deletes the whole account with everything in it, at once,
        against your password; its backups, calendar feed and half-filled forms go within minutes. What is left is one
        line that an account was deleted, which names nobody. For 30 days the database can be restored to an earlier
        day, as said above: until then its keeper could restore what was deleted.
      </p>
    </>
  );
}

/** What happens while pages are used: bot check, forms sent after the login ended, cookies. */
export function OnYourWay() {
  return (
    <>
      <h2>The check that you are a person</h2>
      <p>
        Create Account, Forgot Password and, after too many wrong passwords, Login load Cloudflare's Turnstile, the one
        file that comes from another address. It looks at your browser to tell people from programs, and Cloudflare is
        told your network address when Daybook asks what it found. You can answer a question in words instead; without
        JavaScript there is nothing else. Where too many were answered in your network, Create Account emails you a link
        to go on with: name, address and username are encrypted in that link, and kept nowhere else.
      </p>
      <h2>Half-filled forms</h2>
      <p>
        When your login has run out while you filled in a form, what you sent is kept for an hour, so that you do not
        type it again: encrypted under your own key, in Cloudflare's key-value store, without passwords, codes and
        files. It comes back to you alone. It is destroyed once you send it, when you log out, and as soon as anybody
        else logs in on the same computer.
      </p>
      <h2>Cookies</h2>
      <ul>
        <li>
          One for your login. It goes when the browser closes, after two hours without use, and after 24 hours in any
          case; with "Remember me" after 30 days.
        </li>
        <li>
          One that shows that you have logged in from this browser before, so that wrong passwords tried elsewhere do
          not keep you out, and that you are told of a login from a new browser. It names nobody, opens nothing, stays
          when you log out, and goes 400 days after your last login.
        </li>
        <li>While you log in with a code or a passkey: one that says which step you are at, for a few minutes.</li>
        <li>While you set a forgotten password: one that ties the code to your browser, for half an hour.</li>
        <li>One that proves that a change comes from a page of Daybook and from your login.</li>
        <li>
          After a form came too late for its login: one that finds it again. It goes with the form, or with the browser.
        </li>
        <li>One that carries a message such as "Session saved" to the next page, for a minute at most.</li>
      </ul>
      <p>
        All are needed for what you ask for. No page of another site can read them, or send a form of yours with them.
      </p>
    </>
  );
}
