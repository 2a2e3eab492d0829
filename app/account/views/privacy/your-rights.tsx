import { Link } from "react-router";
import type { Site } from "~/platform/context";
import { DeletedBackups, LockedBackups, StoredIn, type StoredInProps } from "./stored-in";

/** Controller of the data, lawful basis, and what users can ask for. */
export function YourRights({ controller, contact }: Omit<Site["keeper"], "copies">) {
  const mail = <a href={`mailto:${contact}`}>{contact}</a>;
  return (
    <>
      <h2>Who is responsible</h2>
      <p>
        For your account, the organisation responsible is {controller}. In data protection law it is the controller. You
        decide what you record in your diary, and you are responsible for it, including to your patients and your
        employer. For the diary Daybook is your processor: it stores it for you and does with it only what you ask. A
        case from which a patient could be recognised is that patient’s personal data: do not enter one.
      </p>
      <h2>Why we may use your data</h2>
      <p>The law asks for a reason, called a lawful basis (UK GDPR):</p>
      <ul>
        <li>
          For your account, diary, reports and backups it is our contract with you, the <Link to="/terms/">terms</Link>{" "}
          (article 6(1)(b)).
        </li>
        <li>
          For limits on attempts, the check that you are a person, the activity log and the server’s log it is our
          legitimate interest in keeping accounts safe (article 6(1)(f)).
        </li>
        <li>
          Sick leave is data about your health. It is stored because you choose to enter it, until you delete it: your
          explicit consent (article 9(2)(a)).
        </li>
      </ul>
      <h2>Your rights</h2>
      <p>
        You can see, correct, export and delete your data yourself, without asking us.{" "}
        <Link to="/mydata/export/">Export everything</Link> gives you all of it, in files that people and programs can
        read. <Link to="/delete_account/">Delete Your Data</Link> deletes it. You can also ask us to stop using your
        data, or object to how we use it. No automated decisions are made about you.
      </p>
      <p>
        If we do not put a problem right, you can complain to the Information Commissioner (
        <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>).
      </p>
      <h2>Support and reporting a problem</h2>
      <p>
        For support, to use your rights, or to report a security problem or a data breach, email {mail}. If your data is
        put at risk, we email you without delay, and tell the Information Commissioner within 72 hours.
      </p>
    </>
  );
}

/** Where the data are, who else has them, how they are backed up, and until when. */
export function WhereAndHowLong(stored: StoredInProps) {
  return (
    <>
      <StoredIn {...stored} />
      <h2>Who else handles your data</h2>
      <p>
        Cloudflare, Inc. runs the servers.{" "}
        {stored.copies
          ? `Copies of the backups are kept by ${stored.copies}. They are encrypted, and can only be read with a secret that is not kept there. No other company handles your data for us (as a sub-processor). `
          : "It is the only company that handles your data for us (a sub-processor). "}
        We use Cloudflare’s Workers, D1, R2, key-value store, queue, email and Turnstile services, under its data
        processing agreement with the standard contractual clauses, which protect data sent abroad.
      </p>
      <p>
        Nobody else receives your data. There are no adverts and no analytics, and nothing is sold. Your data is used
        for research only if you agree to a named study. There are no studies now.
      </p>
      <h2>Who can read your data</h2>
      <p>
        You can. Nobody reads diaries as a matter of routine. Administrators can see an account’s name, username, email
        address, level, logins, backups, failed emails and activity log, and whether an account is suspended and why.
        They cannot see your diary. What they change is recorded in your activity log.
      </p>
      <p>
        The people who run the servers can reach the database and the secret. They do so only to fix a fault or restore
        a backup.
      </p>
      <h2>Backups</h2>
      <p>
        Each night Daybook backs up everyone who has changed something since their last backup. You do not have to do
        anything. Each user has a file of their own, encrypted as a whole under that user’s key. A backup is kept for 35
        days. Your newest backup is kept as long as your account, and <Link to="/mydata/">Your Data</Link> says when it
        was made.
      </p>
      <p>
        What you delete is gone from all backups 35 days after the next backup. If something goes wrong, the whole
        database can also be set back to any minute of the last 30 days.
      </p>
      <LockedBackups {...stored} />
      <h2>How long your data is kept</h2>
      <p>
        Until you delete it. You can delete single sessions, cases, leave and fees, and undo that for an hour. You can
        also <Link to="/mydata/delete/">delete all cases or imports</Link>, which you cannot undo. What is deleted for
        good can only come back from a backup.
      </p>
      <p>
        An account that you stop using is kept, because you may need your logbook years later. Daybook ends unused
        logins, but never deletes an unused account.
      </p>
      <p>
        <Link to="/delete_account/">Delete Your Data</Link> asks for your password, and a second factor if you have one.
        It deletes your account and everything in it at once. <DeletedBackups {...stored} /> One line remains, which
        says that an account was deleted and names nobody. For 30 days the people who run Daybook could still set the
        database back to an earlier day, as described under Backups.
      </p>
    </>
  );
}

/** What happens while pages are used: bot check, forms sent after the login ended, cookies. */
export function WhilePagesAreUsed() {
  return (
    <>
      <h2>The check that you are a person</h2>
      <p>
        Create Account and Forgot Password use Cloudflare’s Turnstile. So does Login after too many wrong passwords. It
        is the only file that comes from another address. It looks at your browser to tell people from programs.
        Cloudflare receives your network address when Daybook asks for the result.
      </p>
      <p>
        Without JavaScript there is no check, and Create Account emails you a link to continue. Your name, email address
        and username are encrypted in that link and stored nowhere else.
      </p>
      <h2>Unfinished forms</h2>
      <p>
        If your login ends while you fill in a form, Daybook keeps what you sent for an hour, so that you do not have to
        type it again. It is encrypted with your own key in Cloudflare’s key-value store, without passwords, codes and
        files. Only you get it back. It is deleted when you send the form, when you log out, or when somebody else logs
        in on the same computer.
      </p>
      <h2>Cookies</h2>
      <p>
        Daybook uses only cookies that it needs to do what you ask. Other websites cannot read them or use them to send
        your forms.
      </p>
      <ul>
        <li>
          Your login. It ends when you close the browser, after 2 hours without use, and after 24 hours in any case.
          With “Remember me” it ends after 30 days.
        </li>
        <li>
          A browser you have logged in from. It lets Daybook tell you about a login from a new browser. It names nobody
          and opens nothing. It stays when you log out, and ends 400 days after your last login.
        </li>
        <li>Which step you have reached while you log in with a code or a passkey, for a few minutes.</li>
        <li>If your account is suspended, that you have logged in to the page that says so, for half an hour.</li>
        <li>A link between your browser and the code while you reset a password, for half an hour.</li>
        <li>A code that shows that a change comes from a page of Daybook and from your login.</li>
        <li>Where to find an unfinished form. It ends with the form, or when you close the browser.</li>
        <li>How new the next pages have to be for you to see what you saved, for an hour. It ends when you log out.</li>
        <li>A message for the next page, such as “Session saved”, for up to a minute.</li>
      </ul>
    </>
  );
}
