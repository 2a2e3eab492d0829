import { Link } from "react-router";

/** Everything that Daybook stores: a change of what is stored must change this text. */
export function WhatIsStored() {
  return (
    <>
      <h2>What is stored</h2>
      <ul>
        <li>
          Your account: name, username, email address, when you accepted the terms; for 30 days also each address that
          you gave before, and what became of the email to it.
        </li>
        <li>
          Your profile, as far as you fill it in: GMC number, grade, specialty, employers, sites, and how you like
          Daybook.
        </li>
        <li>Your password only as a salted, deliberately slow hash, from which it cannot be read back.</li>
        <li>
          Your work: job plans, sessions, cases, fees and airway or procedure options of your own, as you enter them. Of
          a patient’s age, from the moment that your profile says so, only the band of what you type or import; ages
          that were kept before stay as they are until you change them.
        </li>
        <li>
          Your leave and time in lieu, of whatever type, sick leave too, with how many days you have and the bank
          holidays of your own; who pays for extra work, and at what rates.
        </li>
        <li>
          Of a theatre file that you import, the columns that you map and no others: your browser reads the file, or,
          without JavaScript, the server in memory. The rows are emptied 30 days after the import; a keyed hash of each
          stays, so that it does not come twice.
        </li>
        <li>
          Of a rota’s calendar that you import, the times of its events, which session and element each became, and
          hashes of their identifiers and titles, by which the next version is known. Titles, places, descriptions and
          guests are not kept.
        </li>
        <li>
          For appraisal: CPD entries, what a reflective note is of and under which domains, and the reports that you
          save by name. A report itself is made when you open it, and not kept.
        </li>
        <li>
          Of a Daybook file of your own that you import, its rows until all of them have come, encrypted text encrypted
          again; then they are taken over or dropped, and those of an import that broke off are dropped after a day.
        </li>
        <li>
          If you make a calendar feed: a hash of its address, what it shows, and when it was last read. Whoever knows
          the address sees your sessions and leave, by title or with PAs, never cases, notes or fees; you can end it at
          any time.
        </li>
        <li>
          For an hour, what you deleted or changed last, so that you can undo it: as it was, its text still encrypted.
        </li>
        <li>
          What protects your account besides the password, where you set it up: the secret of your authenticator app,
          encrypted; recovery codes only as hashes, from which nothing gives them again; of a passkey its public key,
          its name, when it was made and last used; and whether your password alone opens the account all the same. No
          fingerprint or face ever leaves your device.
        </li>
        <li>
          One line for each thing that matters to the security of your account, such as a new password, an export or a
          login from a new browser, and one for the refused logins of a day: what and when, what a new browser calls
          itself, and if an administrator did it, who. You read them in your{" "}
          <Link to="/mydata/activity/">activity log</Link>; they are kept as long as your account.
        </li>
        <li>
          For a week, a hash of the answers of each form that you saved, so that one that is sent twice is saved once.
          It is made one way: the answers cannot be read from it, though somebody with a copy of the database could find
          out whether a guess at all of them was right.
        </li>
        <li>
          Emails that wait to be sent, their text encrypted. Once one is sent, text and address go; that it was sent is
          known for 30 days.
        </li>
        <li>
          For an hour or less: how often a password, a code or an email was tried or asked for, under a hash of the
          username, address or network address that it was tried with; and how many files your account took or brought
          in.
        </li>
        <li>How many rows your account has and how much room they take, so that none fills the database.</li>
        <li>
          Each login: when it began and was last used, and what the browser calls itself. It is dropped a week after it
          runs out, and at once when you log out.
        </li>
        <li>
          One line in the server's log for each request: address of the page without its references, time, status. One
          for each login that began or was refused, which names nobody.
        </li>
      </ul>
    </>
  );
}

/** What is encrypted, who holds the key, and what is not. */
export function WhatIsEncrypted() {
  return (
    <>
      <h2>What is encrypted</h2>
      <p>
        The notes of a job plan, of a session, of leave and of time in lieu, the description, complications and
        reflective notes of a case, the notes of a fee, the title and reflection of a CPD entry, the descriptions in
        imported rows, the secret of an authenticator app, the email address for which a new password is asked until it
        is looked up, and the text of waiting emails are encrypted with AES-256-GCM before they are stored, each user's
        under a key of their own. A copy of the database alone does not show them.
      </p>
      <p>
        The users' keys come from one secret that the server holds apart from the database, in the keeping of whoever
        runs this Daybook. It can be replaced by a new one: text that an older one encrypted is opened with that, and
        encrypted again. The server opens your text when you ask for it, so this is not "zero knowledge": somebody who
        has both the secret and the database can read it. A search opens your text for that moment, and keeps neither it
        nor the words that you look for; a report or an export opens it on its way to you.{" "}
        <strong>A file that you export is not encrypted</strong>: keep it where nobody else reads it.
      </p>
      <p>
        Everything else is stored as it is, so that it can be counted: dates and times, sites, elements, PAs, a
        patient's age and gender, ASA grade, urgency, supervision, airway and procedure options and the names of your
        own, the amount, payer, procedure codes, claim or invoice reference and dates of a fee, the names of payers and
        rates, the type, dates, status and study cost of leave with a name that you give it, the names of your own bank
        holidays, the date, hours, type and domains of a CPD entry, the type and domains of a reflective note, the names
        of saved reports, your own labels for whom you supervise, GMC number, grade, specialty and employers, your name
        and email address.
      </p>
      <p>
        Where a text looks as if it identified a patient, you are asked before it is saved. That you saved it anyway is
        noted with the case; the reason that you give is not kept.
      </p>
    </>
  );
}
