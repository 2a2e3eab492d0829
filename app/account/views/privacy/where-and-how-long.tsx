import { Link } from "react-router";

/** Where the data are, who else has them, how they are backed up, and until when. */
export function WhereAndHowLong() {
  return (
    <>
      <h2>Where it is</h2>
      <p>
        In a Cloudflare D1 database whose jurisdiction is the European Union; backups in a Cloudflare R2 store of the
        same jurisdiction. Pages are made by Cloudflare Workers near you, wherever you read, and pass through
        Cloudflare’s network on their way to you, as do the mails.
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
        username, address, level, logins, backups, mails that failed and its security lines, and nothing of a diary;
        what an administrator does there is noted, and stands in your activity log. Whoever runs the machines can reach
        the database and the secret, as said above, and does so only to mend a fault or to restore a backup.
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
        line that an account was deleted, which names nobody. And for 30 days the database can be set back, as said
        above: until then its keeper could bring back what was deleted.
      </p>
    </>
  );
}
