import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { createPath, useNavigate, useNavigation, useSubmit } from "react-router";
import { button, column, note } from "styled-system/recipes";
import { Reference } from "../layout/failure";
import { useFront } from "../layout/front";
import { followInPage } from "../layout/in-page-links";
import { PAGE } from "../no-signal/addresses";
import { isSwitchedOn } from "../no-signal/mark";
import { connection, isUnsentForm, useWaiting, type Waiting } from "./connection";
import { refuseReloads, stayInPlace } from "./stay-in-place";

const WORDS: Record<Waiting, [string, string]> = {
  form: [
    "Not sent: there is no connection.",
    "What you entered is still on this page: leave it open, and send it again when you have signal.",
  ],
  page: [
    "Not loaded: there is no connection.",
    "You are still on the page before, as you left it. Try again when you have signal.",
  ],
  next: [
    "Your form was sent, but the next page did not load: there is no connection.",
    "Do not send it again. Load the next page when you have signal.",
  ],
  failed: [
    "Not saved: something went wrong.",
    "What you entered is still on this page: leave it open, wait a minute, then send it again.",
  ],
};

/** On a device that keeps what cannot be sent. */
const KEPT = [
  "Kept on this device, encrypted: there is no connection.",
  "It is sent when you next have Daybook open with one, so you may close this page.",
];

/** The same, once there is a connection again. */
const BACK = "There is a connection again.";
const THEN: Record<Exclude<Waiting, "failed">, string> = {
  form: "What you entered is not sent yet: send it again.",
  page: "The page that you asked for can be loaded now.",
  next: "Your form was sent: do not send it again. The next page can be loaded now.",
};

/** Notice above the page that stays, or in the dialog in front; takes the focus each time that an attempt fails. */
export default function NoConnection() {
  const waiting = useWaiting();
  const front = useFront();
  const Keeper = useKeeper();
  useEffect(() => {
    connection.guard = stayInPlace;
    addEventListener("click", followInPage);
    const allowReloads = refuseReloads();
    return () => {
      allowReloads();
      removeEventListener("click", followInPage);
    };
  }, []);
  const notice = waiting && <Notice waiting={waiting} />;
  return (
    <>
      {Keeper && <Keeper />}
      {notice && (front ? createPortal(notice, front) : notice)}
    </>
  );
}

/** What keeps forms on a device that was switched on for that; others do not load it. */
function useKeeper(): ComponentType | null {
  const [Keeper, setKeeper] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isSwitchedOn()) import("../no-signal/keeper").then((loaded) => setKeeper(() => loaded.default)).catch(() => {});
  }, []);
  return Keeper;
}

function Notice({ waiting }: { waiting: Waiting }) {
  const box = useRef<HTMLDivElement>(null);
  const navigation = useNavigation();
  const navigate = useNavigate();
  const submit = useSubmit();
  const isForm = isUnsentForm(waiting);
  useEffect(() => box.current?.focus(), []);

  function again(): void {
    const { location, formData, formAction } = navigation;
    const { sent } = connection;
    if (!isForm) {
      const to = createPath(location ?? window.location);
      // After the browser's own Back the address has changed already.
      navigate(to, { replace: to === createPath(window.location), state: location?.state });
    } else if (sent?.form.isConnected) {
      // Sent with its present answers, which may have been corrected.
      sent.form.requestSubmit(sent.submitter?.isConnected ? sent.submitter : undefined);
    } else if (formData) submit(formData, { method: "post", action: formAction });
  }

  const isKept = useKept(waiting, navigation);
  const isBack = useBackOnline() && waiting !== "failed";
  const [what, then] = isKept ? KEPT : isBack ? [BACK, THEN[waiting]] : WORDS[waiting];
  return (
    <div ref={box} tabIndex={-1} className={`${isBack ? note() : note({ tone: "warn" })} ${column({ gap: "2" })}`}>
      <p role="alert">
        <strong>{what}</strong> {then}
      </p>
      {isKept === false && (
        <p>
          <strong>This device could not keep it:</strong> its storage is full, or refused. Leave this page open.
        </p>
      )}
      {waiting === "form" && !connection.keep && (
        <p>
          On a device of your own, Daybook can{" "}
          <a href={PAGE} target="_blank" rel="noreferrer">
            keep what you save without a connection (opens in a new tab)
          </a>
          . Switch it on when you have signal.
        </p>
      )}
      {waiting === "page" && connection.keep && (
        <p>
          You can <a href={PAGE}>log cases without a connection</a> meanwhile.
        </p>
      )}
      {waiting === "failed" && <Reference of={connection.reference} />}
      <div>
        <button type="button" className={button({ visual: "normal" })} onClick={again}>
          {isForm ? "Send again" : "Try again"}
        </button>
      </div>
    </div>
  );
}

/**
 * Keeps the form that could not be sent, and each later attempt in its place. Undefined where the device is not switched on
 * for that, null until it is kept and for a form that may not wait.
 */
function useKept(waiting: Waiting, { formData, formAction }: ReturnType<typeof useNavigation>) {
  const [isKept, setKept] = useState<boolean | null>();
  useEffect(() => {
    if (waiting !== "form" || !formData || !formAction || !connection.keep) return;
    connection.keep(formAction, formData).then(setKept);
  }, [waiting, formData, formAction]);
  return isKept;
}

/** True once the browser says that it has a connection again. */
function useBackOnline(): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener("online", () => setBack(true), { signal });
    addEventListener("offline", () => setBack(false), { signal });
    return () => listeners.abort();
  }, []);
  return isBack;
}
