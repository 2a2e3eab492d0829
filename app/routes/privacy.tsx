import { Link } from "react-router";
import { Prose } from "~/accounts/views/prose";
import { Page } from "~/ui/page";

export const handle = { script: false };

/** Says what is so today, and no more: a change to what is stored or sealed changes this page with it. */
export default function Privacy() {
  return (
    <Page title="Privacy notice">
      <Prose>
        <h2>What is stored</h2>
        <ul>
          <li>Your account: name, username, the email address that you gave, when you accepted the terms.</li>
          <li>Your password only as a salted, deliberately slow hash, from which it cannot be read back.</li>
          <li>
            Your work: job plans, sessions, cases, fees and airway or procedure options of your own, as you enter them.
          </li>
          <li>
            Your leave and time in lieu, of whatever type, sick leave too, with how many days you have and the bank
            holidays of your own; who pays for extra work, and at what rates.
          </li>
          <li>
            Of a theatre file that you import, the columns that you map and no others: your browser reads the file, or,
            without JavaScript, the server in memory. The rows are emptied 30 days after the import; a keyed hash of
            each stays, so that it does not come twice.
          </li>
          <li>
            For an hour, what you deleted or changed last, so that you can undo it: as it was, its text still sealed.
          </li>
          <li>
            What protects your account besides the password, where you set it up: the secret of your authenticator app,
            sealed; recovery codes only as hashes; of a passkey its public key, its name, when it was made and last
            used. No fingerprint or face ever leaves your device.
          </li>
          <li>
            One line for each change that matters to the security of your account, such as a new password: what and
            when.
          </li>
          <li>
            Emails that wait to be sent, their text sealed. Once one is sent, text and address go; that it was sent is
            known for 30 days.
          </li>
          <li>
            For an hour or less: how often a password, a code or an email was tried or asked for, under a hash of the
            username, address or network address that it was tried with.
          </li>
          <li>
            Each login: when it began and was last used, and what the browser calls itself. It is dropped a week after
            it runs out, and at once when you log out.
          </li>
          <li>
            One line in the server's log for each request: address of the page without its references, time, status. One
            for each login that began or was refused, which names nobody.
          </li>
        </ul>
        <h2>What is sealed</h2>
        <p>
          The notes of a job plan, of a session, of leave and of time in lieu, the description, complications and
          reflective notes of a case, the notes of a fee, the descriptions in imported rows, the secret of an
          authenticator app, the email address for which a new password is asked until it is looked up, and the text of
          waiting emails are encrypted with AES-256-GCM before they are stored, each user's under a key of their own. A
          copy of the database alone does not show them.
        </p>
        <p>
          The users' keys come from one secret that the server holds apart from the database, in the keeping of whoever
          runs this Daybook. The server opens your text when you ask for it, so this is not "zero knowledge": somebody
          who has both the secret and the database can read it. A search opens your text for that moment, and keeps
          neither it nor the words that you look for.
        </p>
        <p>
          Everything else is stored as it is, so that it can be counted: dates and times, sites, elements, PAs, a
          patient's age and gender, ASA grade, urgency, supervision, airway and procedure options and the names of your
          own, the amount, payer, procedure codes, claim or invoice reference and dates of a fee, the names of payers
          and rates, the type, dates, status and study cost of leave with a name that you give it, the names of your own
          bank holidays, your name and email address.
        </p>
        <p>
          Where a text looks as if it identified a patient, you are asked before it is saved. That you saved it anyway
          is noted with the case; the reason that you give is not kept.
        </p>
        <h2>Where it is</h2>
        <p>
          In a Cloudflare D1 database whose jurisdiction is the European Union. Pages are made by Cloudflare Workers,
          and pass through Cloudflare's network on their way to you, as do the mails. Nothing is sent to anybody else:
          no adverts, no analytics.
        </p>
        <h2>The check that you are a person</h2>
        <p>
          Create Account and Forgot Password load Cloudflare's Turnstile, the one file that comes from another address.
          It looks at your browser to tell people from programs, and Cloudflare is told your network address when
          Daybook asks what it found. You can answer a question in words instead; without JavaScript there is nothing
          else.
        </p>
        <h2>Half-filled forms</h2>
        <p>
          When your login has run out while you filled in a form, what you sent is kept for an hour, so that you do not
          type it again: sealed under your own key, in Cloudflare's key-value store, without passwords, codes and files.
          It comes back to you alone. It is destroyed once you send it, when you log out, and as soon as anybody else
          logs in on the same computer.
        </p>
        <h2>Cookies</h2>
        <ul>
          <li>
            One for your login. It goes when the browser closes or after two hours without use; with "Remember me" after
            30 days.
          </li>
          <li>While you log in with a code or a passkey: one that says which step you are at, for a few minutes.</li>
          <li>While you set a forgotten password: one that ties the code to your browser, for half an hour.</li>
          <li>One that proves that a change comes from a page of Daybook and from your login.</li>
          <li>
            After a form came too late for its login: one that finds it again. It goes with the form, or with the
            browser.
          </li>
          <li>One that carries a message such as "Session saved" to the next page, for a minute at most.</li>
        </ul>
        <p>
          All are needed for what you ask for. No page of another site can read them, or send a form of yours with them.
        </p>
        <h2>How long</h2>
        <p>
          Until you delete it. Sessions, cases, leave and fees can be deleted one by one; what is deleted can be undone
          for an hour, and is gone after it. <Link to="/delete_account/">Delete Your Data</Link> deletes the whole
          account with everything in it, at once, against your password. What is left is one line that an account was
          deleted, which names nobody. And for 30 days the whole database can be restored to an earlier state after a
          mishap: until then its keeper could bring back what was deleted. Daybook makes no other backup yet.
        </p>
        <p>
          The rules of use are in the <Link to="/terms/">terms</Link>.
        </p>
      </Prose>
    </Page>
  );
}
