import { Link } from "react-router";

/** Everything that Daybook stores: a change of what is stored must change this text. */
export function WhatIsStored() {
  return (
    <>
      <h2>What Daybook stores</h2>
      <p>
        Some things are stored only as a hash: a scrambled form that nobody can turn back. With it Daybook can tell
        whether what is entered later is the same.
      </p>
      <p>
        <strong>You and your account</strong>
      </p>
      <ul>
        <li>Your name, username and email address, and when you accepted which version of the terms.</li>
        <li>Each email address you used before, and whether emails to it arrived. These are kept for 30 days.</li>
        <li>
          What you fill in on your profile: GMC number, grade, specialty, employers, sites and how you like Daybook to
          work.
        </li>
        <li>
          Your password, only as an encrypted hash that is different for each user and slow to try guesses against.
        </li>
        <li>
          What else protects your account, if you set it up: the secret of your authenticator app, encrypted; recovery
          codes, only as hashes; the name and dates of each passkey, and its public key, with which nobody can log in;
          and whether your password alone is enough to log in. Fingerprints and faces never leave your device.
        </li>
        <li>
          Each login: when it began, when it was last used, and the name and version that the browser gives. It is
          deleted when you log out, or a week after it expires.
        </li>
        <li>
          Your <Link to="/mydata/activity/">activity log</Link>: a line for each event that affects the security of your
          account, such as a new password, an export, a login from a new browser or an administrator’s change, and one
          line for each day’s failed logins. It is kept as long as your account.
        </li>
        <li>How many rows your account has and how much space they take.</li>
      </ul>
      <p>
        <strong>Your work</strong>
      </p>
      <ul>
        <li>Job plans, sessions, cases, fees and your own airway and procedure options, as you enter them.</li>
        <li>
          Patients’ ages. If your profile says to keep age bands only, ages that you enter or import from then on are
          stored as a band. Ages saved before stay as they are until you change them.
        </li>
        <li>
          Leave of every type, including sick leave, time in lieu, how much leave you have and your own bank holidays.
        </li>
        <li>Who pays for additional paid work, and your rates.</li>
        <li>
          For appraisal: CPD entries, the type and domains of your reflective notes, and the choices of reports that you
          save. A report is made when you open it. It is not stored.
        </li>
        <li>For an hour, what you deleted or changed last, so that you can undo it. Its text stays encrypted.</li>
      </ul>
      <p>
        <strong>Devices that work without signal</strong>
      </p>
      <ul>
        <li>
          Only if you switch it on for a device: its name, when it was last used, how many entries wait on it and since
          when, and the key that opens them, encrypted. What you type without signal waits on the device, sealed: nobody
          can read it there, not even you. A form that you leave before it is saved waits there for 24 hours in the same
          way. If you agree, the device also keeps the names and times of sessions from two days ago to two weeks ahead.
          They are not sealed.
        </li>
        <li>
          Entries that could not be saved, encrypted, until you correct or discard them. For 90 days, that an entry was
          saved, so that it is not saved twice.
        </li>
        <li>If you revoke the device or delete your account, what still waits on it can never be opened.</li>
      </ul>
      <p>
        <strong>Files you import</strong>
      </p>
      <ul>
        <li>
          From a theatre file, only the columns that you choose. Your browser reads the file. Without JavaScript the
          server reads it in memory and does not store it. The rows are emptied after 30 days. Hashes of the file and
          its rows stay, so that the same row is not imported twice. So does a hash of your name as the file writes it,
          if you chose it there.
        </li>
        <li>
          From a rota calendar, the times of its events, the session, element or leave each became, and hashes of its
          identifiers and titles, so that Daybook recognises the next version. Titles, places, descriptions and guests
          are not stored. If you give its address, the address, and the times and titles of the rota as it was read
          last, encrypted, until you remove it.
        </li>
        <li>
          From a Daybook file, its rows until the import is complete, with encrypted text encrypted again. If an import
          stops halfway, its rows are deleted after a day.
        </li>
      </ul>
      <p>
        <strong>Emails and calendar feeds</strong>
      </p>
      <ul>
        <li>
          Emails waiting to be sent, with their text encrypted. The text and address are deleted once an email is sent.
          The fact that it was sent is kept for 30 days.
        </li>
        <li>An email address that you replaced, for 30 days, with a hash of the link that takes it back for 7 days.</li>
        <li>
          If you ask for the Friday email, the week of the last one. It contains numbers only, no text from your diary.
          Each one has a link to stop it.
        </li>
        <li>
          If you make a calendar feed, a hash of its address, what it shows and when it was last read. Anyone who knows
          the address can see your sessions and leave, by title or with PAs. They never see cases, notes or fees. You
          can stop the feed at any time.
        </li>
      </ul>
      <p>
        <strong>What keeps Daybook running and safe</strong>
      </p>
      <ul>
        <li>
          For a week, a hash of the answers in each form you saved, so that a form sent twice is saved once. Somebody
          with a copy of the database could only check whether a guess at all the answers is right.
        </li>
        <li>
          For an hour or less, how often a password, code or email was tried or asked for, with a hash of the username,
          email address or network address in place of it. Also how many files your account imported or exported.
        </li>
        <li>
          A line in the server’s log for each request: the page, without references to your entries, the time and the
          result. Lines about logins, exports and changes to your login have a keyed hash in place of your name. Nobody
          can tell from it who you are without the key.
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
      <p>Daybook encrypts these texts before it stores them:</p>
      <ul>
        <li>the description, complications and reflective notes of a case</li>
        <li>the notes of a session, a job plan, leave, time in lieu or a fee</li>
        <li>the title and reflection of a CPD entry</li>
        <li>the descriptions in imported rows</li>
        <li>the address of your rota, and its times and titles as it was read last</li>
        <li>what you typed without signal and could not be saved, and the keys of your devices that open it</li>
        <li>the secret of an authenticator app</li>
        <li>the hash of your password</li>
        <li>the text of waiting emails</li>
        <li>the email address you enter to reset a password, until it is looked up</li>
      </ul>
      <p>Each user has a key of their own (AES-256-GCM). A copy of the database alone does not show these texts.</p>
      <p>
        The keys come from a secret that the people who run this Daybook keep apart from the database. They can replace
        the secret: your texts are then encrypted again.
      </p>
      <p>
        The server makes your text readable when you open, search, report or export it. So somebody with both the secret
        and the database could read it. Search does not store your text or the words you search for.{" "}
        <strong>Files that you export are not encrypted</strong>: keep them where nobody else can read them.
      </p>
      <h2>What is not encrypted</h2>
      <p>Daybook stores everything else as it is, so that it can count and sort it:</p>
      <ul>
        <li>your name, email address, GMC number, grade, specialty and employers</li>
        <li>dates and times, sites, elements, kinds of work outside the plan and PAs</li>
        <li>
          what you choose or count in a case, such as a patient’s age and gender, ASA grade, urgency and supervision
        </li>
        <li>airway and procedure options, and your own names for options and grades of supervision</li>
        <li>
          the amount, payer, procedure codes, claim or invoice reference and dates of a fee, and the day and amount of
          each payment
        </li>
        <li>the names of payers and rates</li>
        <li>the type, dates, status, name and study cost of leave, and the names of your own bank holidays</li>
        <li>how much leave you have, your part of full time and the first day in your post</li>
        <li>the date, hours, type and domains of a CPD entry, and the type and domains of a reflective note</li>
        <li>the names of saved reports</li>
      </ul>
      <p>
        If a text looks as if it identifies a patient, Daybook asks you before it saves it. If you save it anyway, that
        is recorded with the case. The reason you give is not stored.
      </p>
    </>
  );
}
