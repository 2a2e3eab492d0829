import { button, column, note } from "styled-system/recipes";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { Sent } from "~/ui/no-signal/sending";
import { lostWords } from "../waiting";

export interface WaitingEntries {
  count: number;
  since: number | null;
  /** How the last sending went; null before one. */
  sent: Sent | null;
}

/** What waits on the device, and what was just sent. */
export function Waiting({ count, since, sent, onSend }: WaitingEntries & { onSend: () => void }) {
  return (
    <div className={column({ gap: "3" })} role="status">
      {sent !== null && sent.saved + sent.kept > 0 && <SentNotice {...sent} />}
      {sent !== null && sent.lost > 0 && <LostNotice lost={sent.lost} />}
      {count === 0 || since === null ? (
        <p>Nothing waits to be sent.</p>
      ) : (
        <div className={`${note({ tone: "warn" })} ${column({ gap: "2" })}`}>
          <p>
            <strong>
              {count === 1 ? "1 entry waits" : `${count} entries wait`} on this device, since {whenOf(since)}.
            </strong>{" "}
            {count === 1 ? "It is" : "They are"} encrypted and cannot be shown here any more. Daybook sends{" "}
            {count === 1 ? "it" : "them"} when there is a connection.
          </p>
          {sent?.left && <p>{WHY[sent.left]}</p>}
          <div>
            <button type="button" className={button({ visual: "normal" })} onClick={onSend}>
              Send now
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

function SentNotice({ saved, kept }: Sent) {
  return (
    <p className={note({ tone: kept > 0 ? "warn" : "good" })}>
      {saved > 0 && <strong>{saved === 1 ? "1 entry was" : `${saved} entries were`} added to your logbook. </strong>}
      {kept === 1 && <strong>1 entry needs checking before it can be saved. </strong>}
      {kept > 1 && <strong>{kept} entries need checking before they can be saved. </strong>}
      <a href="/logbook/">Open your logbook</a>
    </p>
  );
}

/** A device that was revoked tells it, whatever else it shows then. */
export function LostNotice({ lost }: Pick<Sent, "lost">) {
  return (
    <p className={note({ tone: "warn" })}>
      <strong>{lostWords(lost)}.</strong>
    </p>
  );
}

const WHY: Record<NonNullable<Sent["left"]>, React.ReactNode> = {
  offline: "There is no connection yet.",
  login: (
    <>
      Your login has ended. <a href="/login/">Log in</a> to send what waits.
    </>
  ),
  account: "Some of it belongs to another account, and is sent when that user logs in on this device.",
  unreadable: "Some of it cannot be opened by Daybook. It stays here until you forget this device.",
  full: (
    <>
      Too many entries wait to be corrected. <a href="/logbook/">Correct or discard those</a> first: what waits here
      stays.
    </>
  ),
  failed: "Daybook could not take it. It is tried again later.",
};

function whenOf(instant: number): string {
  const { date, minute } = londonMoment(instant);
  return `${shortDate(date)}, ${clockTime(minute)}`;
}
