import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPath, useLocation, useNavigation } from "react-router";
import { button, column, note, row } from "styled-system/recipes";
import { base64url } from "~/platform/db/tokens";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { connection } from "../connection/connection";
import { forgetTyping } from "../overlays/leave-dialog";
import { DRAFT } from "./addresses";
import { draftOf, removeDraft, type SealedDraft } from "./outbox";
import { DRAFT_PAUSE_MS, fieldsOf, headingOfPage, keepDraft } from "./sealing";
import { post } from "./sending";

/** What saves something of a diary has one of these, and no form with a password is kept. */
const KEPT_FORMS = "form[method=post]:has([name=idempotency_key], [name=version]):not(:has([type=password]))";

/** Forms are kept as they are typed, and offered again when their page is opened after they were left. */
export function Drafts() {
  const { key, ...place } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const path = createPath({ ...place, hash: "" });
  const [left, setLeft] = useState<SealedDraft>();
  const opened = useRef<string>(undefined);

  // One that was sent before this was loaded is not left.
  const keepFilledIn = useEffectEvent(() => {
    const notice = document.querySelector("[data-form-draft]");
    const form = notice?.parentElement?.querySelector<HTMLFormElement>(KEPT_FORMS);
    return form && isIdle ? keep(path, form) : undefined;
  });
  useEffect(() => {
    void key;
    const { saved } = connection;
    // A link to another place of the page: what is typed in it is not left.
    if (saved === undefined && opened.current === path) return;
    opened.current = path;
    connection.saved = undefined;
    const forgotten = saved === undefined ? Promise.resolve() : removeDraft(saved);
    forgotten
      .then(() => draftOf(path))
      .then((draft) => setLeft(document.querySelector(KEPT_FORMS) ? draft : undefined))
      .then(() => keepFilledIn())
      .catch(() => {});
  }, [path, key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isSent = false;
    const listen = ({ target, isTrusted }: Event) => {
      // A script's own change of a field follows some sendings: of a form that was kept, that is no draft.
      isSent &&= !isTrusted;
      if (isSent) return;
      const form = (target as Element | null)?.closest<HTMLFormElement>(KEPT_FORMS);
      // What was left is not replaced before the user has said what to do with it.
      if (!form || left?.path === path) return;
      clearTimeout(timer);
      timer = setTimeout(() => form.isConnected && keep(path, form).catch(() => {}), DRAFT_PAUSE_MS);
    };
    const stop = () => {
      isSent = true;
      clearTimeout(timer);
    };
    addEventListener("input", listen);
    addEventListener("submit", stop, { capture: true });
    return () => {
      removeEventListener("input", listen);
      removeEventListener("submit", stop, { capture: true });
    };
  }, [path, left]);

  if (left?.path !== path) return null;
  return <LeftForm draft={left} onDone={() => setLeft(undefined)} />;
}

function keep(path: string, form: HTMLFormElement): Promise<void> {
  return keepDraft({ path, fields: fieldsOf(new FormData(form)), label: headingOfPage() });
}

/** Why a form that was left cannot be filled in again. Only one that nobody can read is to be given up. */
function faultOf(status: number | undefined): string {
  if (status === undefined) return "There is no connection. Try again when there is one.";
  if (status === 401) return "Your login has ended. Log in again, then open this page.";
  if (status === 403) return "It was typed in another account. Log in to that account to fill it in.";
  if (status === 410) return "This device was revoked: it can no longer be read. Discard it, then enter it again.";
  if (status === 422) return "It cannot be opened any more. Discard it, then enter it again.";
  return "Something went wrong. Wait a minute, then try again.";
}

function LeftForm({ draft, onDone }: { draft: SealedDraft; onDone: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const { date, minute } = londonMoment(draft.typed_at);

  async function fillIn(): Promise<void> {
    const { device, id, sealed } = draft;
    const answer = await post(DRAFT, { device, draft: { id, sealed: base64url(sealed) } });
    if (!answer?.ok) return setFault(faultOf(answer?.status));
    forgetTyping([...document.querySelectorAll("form")]);
    // Kept anew from the form that it fills in: what is saved before that is loaded was never left.
    await removeDraft(draft.path);
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
