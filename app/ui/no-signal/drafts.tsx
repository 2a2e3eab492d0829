import { useEffect, useRef, useState } from "react";
import { createPath, useLocation } from "react-router";
import { button, column, note, row } from "styled-system/recipes";
import { base64url } from "~/platform/db/tokens";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { connection } from "../connection/connection";
import { forgetTyping } from "../overlays/leave-dialog";
import { DRAFT } from "./addresses";
import { draftOf, removeDraft, type SealedDraft } from "./outbox";
import { fieldsOf, headingOfPage, keepDraft } from "./sealing";
import { post } from "./sending";

/** So long after the last key a form is sealed: each seal takes some milliseconds. */
const PAUSE_MS = 500;
/** What saves something of a diary has one of these, and no form with a password is kept. */
const KEPT_FORMS = "form[method=post]:has([name=idempotency_key], [name=version]):not(:has([type=password]))";

/** Forms are kept as they are typed, and offered again when their page is opened after they were left. */
export function Drafts() {
  const { key, ...place } = useLocation();
  const path = createPath({ ...place, hash: "" });
  const [left, setLeft] = useState<SealedDraft>();
  const sentFrom = useRef<string>(undefined);

  useEffect(() => {
    void key;
    const sent = sentFrom.current;
    sentFrom.current = undefined;
    const forgotten = sent !== undefined && !connection.cameBack ? removeDraft(sent) : Promise.resolve();
    forgotten
      .then(() => draftOf(path))
      .then((draft) => setLeft(document.querySelector(KEPT_FORMS) && !isFilledIn() ? draft : undefined))
      .catch(() => {});
  }, [path, key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const listeners = new AbortController();
    const { signal } = listeners;
    const kept = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLFormElement>(KEPT_FORMS);
    addEventListener(
      "input",
      ({ target }) => {
        const form = kept(target);
        // What was left is not replaced before the user has said what to do with it.
        if (!form || left?.path === path) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          const fields = fieldsOf(new FormData(form));
          keepDraft({ path, fields, label: headingOfPage() }).catch(() => {});
        }, PAUSE_MS);
      },
      { signal },
    );
    addEventListener(
      "submit",
      ({ target }) => {
        if (!kept(target)) return;
        clearTimeout(timer);
        sentFrom.current = path;
      },
      { signal, capture: true },
    );
    return () => listeners.abort();
  }, [path, left]);

  if (left?.path !== path) return null;
  return <LeftForm draft={left} onDone={() => setLeft(undefined)} />;
}

function isFilledIn(): boolean {
  return document.querySelector("[data-form-draft]") !== null;
}

function LeftForm({ draft, onDone }: { draft: SealedDraft; onDone: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const { date, minute } = londonMoment(draft.typed_at);

  async function fillIn(): Promise<void> {
    const { device, id, sealed } = draft;
    const answer = await post(DRAFT, { device, draft: { id, sealed: base64url(sealed) } });
    if (!answer) return setFault("There is no connection. Try again when there is one.");
    if (!answer.ok) return setFault("It cannot be opened any more. Discard it, then enter it again.");
    forgetTyping([...document.querySelectorAll("form")]);
    location.reload();
  }

  async function discard(): Promise<void> {
    await removeDraft(draft.path);
    onDone();
  }

  return (
    <div className={`${note({ tone: "warn" })} ${column({ gap: "2" })}`} data-left-form="">
      <p role="status">
        <strong>You left this form before it was saved,</strong> on {shortDate(date)} at {clockTime(minute)}. It is kept
        on this device for 24 hours, encrypted.
      </p>
      {fault && <p role="alert">{fault}</p>}
      <div className={row()}>
        <button type="button" className={button({ visual: "normal" })} onClick={fillIn}>
          Fill it in again
        </button>
        <button type="button" className={button({ visual: "plain" })} onClick={discard}>
          Discard
        </button>
      </div>
    </div>
  );
}
