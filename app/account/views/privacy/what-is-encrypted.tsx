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
