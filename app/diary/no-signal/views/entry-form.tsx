import { type FormEvent, useEffect, useRef, useState } from "react";
import { button, column, note, text } from "styled-system/recipes";
import { caseDays, firstAtOrAfter, type Span } from "~/diary/cases/rules";
import { machineNow } from "~/platform/time/clock";
import { readClockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonInstant, londonToday } from "~/platform/time/london";
import { supervisionsOf } from "~/profile/supervision";
import { SelectField } from "~/ui/forms/choice-fields";
import { formView } from "~/ui/forms/form-state";
import { askForSync } from "~/ui/no-signal/background";
import { type ListedSession, listHere, removeDraft, TYPED } from "~/ui/no-signal/outbox";
import { DRAFT_PAUSE_MS, fieldsOf, keepDraft, keepForm, newId, type TypedForm } from "~/ui/no-signal/sealing";
import { CaseLines } from "./case-lines";
import { enteredSession, faultsOf, HandSession, SESSION, sessionForm } from "./hand-session";

interface EntryFormProps {
  sessions: readonly ListedSession[];
  /** Whether anything waits: what was kept may be sent by now. */
  waits: boolean;
  onKept: () => void;
}

/** The choice of a session that is entered by its date and times. */
const BY_HAND = "by hand";
/** What is typed on this page, while it is open. */
const HERE = TYPED + newId();

/** Cases of a session, as lines and cells. What is kept can be read by nobody on this device, so the form begins anew. */
export function EntryForm({ sessions: listed, waits, onKept }: EntryFormProps) {
  const [entered, setEntered] = useState<ListedSession[]>([]);
  const sessions = [...listed, ...entered.filter(({ path }) => !listed.some((each) => each.path === path))];
  const [begun, setBegun] = useState(newId);
  const [chosen, setChosen] = useState(() => likelyOf(sessions, machineNow()));
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const [said, setSaid] = useState<{ words: string; good: boolean } | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const draft = useRef<{ timer?: ReturnType<typeof setTimeout>; kept?: Promise<void> }>({});
  useEffect(() => {
    // Until this page is closed.
    navigator.locks.request(HERE, () => new Promise(() => {}));
    const ask = (event: BeforeUnloadEvent) => isTyped.current && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  const session = sessions.find((each) => each.path === chosen);

  async function keep(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = fieldsOf(new FormData(form));
    const found = faultsOf(fields, session === undefined);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementById(first)?.focus();
    const kept = session ?? enteredSession(fields);
    const typed = typedForm(fields, kept, begun);
    clearTimeout(draft.current.timer);
    try {
      if (!(await keepForm(typed))) return onKept();
      await draft.current.kept;
      await removeDraft(HERE);
      askForSync();
      if (!session) await listHere(kept);
      setSaid({ good: true, words: `Kept for ${typed.label}. It is sent when there is a connection.` });
      setEntered(session ? entered : [...entered, kept]);
      setChosen(kept.path);
      setBegun(newId());
      isTyped.current = false;
      onKept();
    } catch (error) {
      const isFull = (error as Error | null)?.name === "QuotaExceededError";
      setSaid({ good: false, words: isFull ? DISK_FULL : REFUSED });
    }
    status.current?.focus();
  }

  /** Kept before its user keeps it, as drafts of other pages are. */
  function noteTyped(form: HTMLFormElement): void {
    isTyped.current = true;
    clearTimeout(draft.current.timer);
    draft.current.timer = setTimeout(() => {
      const fields = fieldsOf(new FormData(form));
      draft.current.kept = keepDraft({ ...unfinishedForm(fields, session, begun), abandoned: true }, HERE).catch(
        () => {},
      );
    }, DRAFT_PAUSE_MS);
  }

  const view = formView({ session: chosen }, undefined);
  return (
    <form
      onSubmit={keep}
      onInput={({ currentTarget }) => noteTyped(currentTarget)}
      noValidate
      className={column({ gap: "5" })}
      aria-labelledby="enter-cases"
    >
      <h2 id="enter-cases">Enter cases</h2>
      <div ref={status} tabIndex={-1} role="status">
        {said && (waits || !said.good) && <p className={note({ tone: said.good ? "good" : "warn" })}>{said.words}</p>}
      </div>
      {sessions.length > 0 && (
        <SelectField
          key={begun}
          form={view}
          name="session"
          label="Session"
          choices={[
            ...sessions.map((each) => ({ value: each.path, label: nameOf(each) })),
            { value: BY_HAND, label: "Another session: enter its date and times" },
          ]}
          onInput={setChosen}
          width="ch40"
        />
      )}
      <div key={`cases ${begun}`} className={column({ gap: "5" })}>
        {!session && <HandSession faults={faults} today={londonToday(machineNow())} />}
        <p className={text({ kind: "hint" })}>
          For example, 67F 3 urgent lap appendix RSI ETT 1405-1530 ST5. No names, numbers or dates of birth of patients.
          Airway options and procedures of your own are not known here: they stay in the description.
        </p>
        <CaseLines key={chosen} around={placeOf(session)} />
      </div>
      <div>
        <button type="submit" className={button({ visual: "primary" })}>
          Keep until there is a connection
        </button>
      </div>
    </form>
  );
}

const DISK_FULL =
  "Not kept: the storage of this device is full. What you entered is still on this page. Free some space, then try again.";
const REFUSED =
  "Not kept: this browser refused to store it. What you entered is still on this page. Try again, or write it down.";

function nameOf({ date, start, end, name }: ListedSession): string {
  return `${shortDate(date)}, ${start} – ${end}, ${name}`;
}

function spanOf({ date, start, end }: ListedSession): Span {
  const start_at = londonInstant(date, readClockTime(start) || 0);
  return { start_at, end_at: firstAtOrAfter(start_at + 1, readClockTime(end) || 0) };
}

/** The session that is going on, else the one that began last; by hand without one. */
function likelyOf(sessions: readonly ListedSession[], now: number): string {
  const begun = sessions.filter((each) => spanOf(each).start_at <= now);
  const [last = sessions[0]] = begun.toSorted((one, other) => spanOf(other).start_at - spanOf(one).start_at);
  return last ? last.path : BY_HAND;
}

function placeOf(session: ListedSession | undefined) {
  const span = session ? spanOf(session) : { start_at: 0, end_at: 0 };
  const days = session ? caseDays(span, null).map((date) => ({ value: date, label: shortDate(date) })) : [];
  return { session: { span }, days, supervisions: supervisionsOf() };
}

/** The same before its session is entered whole: it is chosen in the logbook then. */
function unfinishedForm(fields: TypedForm["fields"], session: ListedSession | undefined, key: string): TypedForm {
  const isWhole = Object.keys(faultsOf(fields, session === undefined)).length === 0;
  if (isWhole) return typedForm(fields, session ?? enteredSession(fields), key);
  const typed = fields.filter(([name]) => name !== "session");
  return { path: "", fields: [["idempotency_key", key], ...typed], label: "Cases without a session" };
}

/** As the pages of a session would send it: its cases, and before them the session itself where it is not there yet. */
function typedForm(fields: TypedForm["fields"], session: ListedSession, key: string): TypedForm {
  const ofCases = fields.filter(([name]) => !SESSION.includes(name) && name !== "session");
  const cases: TypedForm["fields"] = [["idempotency_key", key], ...ofCases];
  const label = `${shortDate(session.date)}, ${session.name}`;
  if (session.ref) return { path: `${session.path}cases/`, fields: cases, label };
  const first = session.key ? sessionForm(session) : { path: session.path, fields: [] };
  // biome-ignore lint/suspicious/noThenProperty: never awaited
  return { ...first, label, then: { path: "cases/", fields: cases } };
}
