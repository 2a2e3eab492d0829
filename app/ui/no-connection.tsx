import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { createPath, useNavigate, useNavigation, useSubmit } from "react-router";
import { button, column, note } from "styled-system/recipes";
import { connection, useWaiting, type Waiting } from "./connection";
import { useFront } from "./front";
import { refuseReloads, stayInPlace } from "./stay-in-place";

const WORDS: Record<Waiting, [string, string]> = {
  form: [
    "Not sent: there is no connection.",
    "Nothing is lost: what you entered is still on this page. Send it again when you have signal.",
  ],
  page: [
    "Not loaded: there is no connection.",
    "You are still on the page before, as you left it. Try again when you have signal.",
  ],
  next: [
    "Your form was sent, but the next page did not load: there is no connection.",
    "Do not send it again. Load the next page when you have signal.",
  ],
};

/** Above the page that stays, and in front of it; takes the focus each time that an attempt fails. */
export function Part() {
  const waiting = useWaiting();
  const front = useFront();
  useEffect(() => {
    connection.guard = stayInPlace;
    return refuseReloads();
  }, []);
  if (!waiting) return null;
  const notice = <Notice waiting={waiting} />;
  return front ? createPortal(notice, front) : notice;
}

function Notice({ waiting }: { waiting: Waiting }) {
  const box = useRef<HTMLDivElement>(null);
  const navigation = useNavigation();
  const navigate = useNavigate();
  const submit = useSubmit();
  useEffect(() => box.current?.focus(), []);

  function again(): void {
    const { location, formData, formAction } = navigation;
    const { sent } = connection;
    if (waiting !== "form") {
      const to = createPath(location ?? window.location);
      // After the browser's own Back the address is there already.
      navigate(to, { replace: to === createPath(window.location), state: location?.state });
    } else if (sent?.form.isConnected) {
      // As it stands now, which may be mended since.
      sent.form.requestSubmit(sent.submitter?.isConnected ? sent.submitter : undefined);
    } else if (formData) submit(formData, { method: "post", action: formAction });
  }

  const [what, then] = WORDS[waiting];
  return (
    <div ref={box} tabIndex={-1} className={`${note({ tone: "warn" })} ${column({ gap: "2" })}`}>
      <p role="alert">
        <strong>{what}</strong> {then}
      </p>
      <div>
        <button type="button" className={button({ visual: "normal" })} onClick={again}>
          {waiting === "form" ? "Send again" : "Try again"}
        </button>
      </div>
    </div>
  );
}
