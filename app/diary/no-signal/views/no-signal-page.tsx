import { useCallback, useEffect, useState } from "react";
import { column, note } from "styled-system/recipes";
import { currentDevice, type Device, keepAbandoned, waiting } from "~/ui/no-signal/outbox";
import { onSent, refresh, type Sent, sendAll, whenBack } from "~/ui/no-signal/sending";
import { registerWorker } from "~/ui/no-signal/switch";
import { DeviceFold } from "./device-fold";
import { EntryForm } from "./entry-form";
import { SwitchForm } from "./switch-form";
import { LostNotice, Waiting, type WaitingEntries } from "./waiting";

interface Kept extends WaitingEntries {
  device: Device | undefined;
  /** How many of them were typed here, and not kept before the page was closed. */
  abandoned: number;
}

/** What the device keeps; "nothing" where the browser keeps nothing. */
type State = Kept | "nothing";

/**
 * The page of a device that keeps it: everything on it comes from the device, and it works without a connection.
 * @param found what the device keeps as the page is opened
 */
export function NoSignalPage({ found }: { found: State }) {
  const [state, setState] = useState(found);
  const look = useCallback(() => keptHere().then(setState), []);
  const show = useCallback(async (sent: Sent) => {
    const now = await keptHere();
    const isMore = sent.saved + sent.kept + sent.lost > 0;
    // One that ends later, and sent nothing, does not hide what another sent.
    const after = (then: Sent | null) => (isMore || !then ? sent : { ...then, left: sent.left });
    setState((then) => (now === "nothing" || then === "nothing" ? now : { ...now, sent: after(then.sent) }));
  }, []);
  const send = useCallback(async () => {
    const device = await currentDevice();
    if (!device) return look();
    const sent = await sendAll();
    if ((await currentDevice()) !== undefined) await refresh(device);
    await show(sent);
  }, [look, show]);
  useEffect(() => onSent(show), [show]);
  useEffect(() => {
    const begin = async () => {
      if (navigator.onLine) await send();
      if (await currentDevice()) await registerWorker();
    };
    // A browser that keeps nothing is told by the page.
    begin().catch(() => {});
    return whenBack(() => send().catch(() => {}));
  }, [send]);

  if (state === "nothing") return <p className={note({ tone: "warn" })}>{NOTHING_KEPT}</p>;
  if (!state.device) {
    return (
      <div className={column({ gap: "6" })}>
        {state.sent && state.sent.lost > 0 && <LostNotice lost={state.sent.lost} />}
        <SwitchForm onSwitched={send} />
      </div>
    );
  }
  return (
    <div className={column({ gap: "6" })}>
      {state.abandoned > 0 && <p className={note({ tone: "warn" })}>{ABANDONED}</p>}
      <Waiting {...state} onSend={send} />
      {state.device.isOthers && <p className={note({ tone: "warn" })}>{OTHERS}</p>}
      <EntryForm sessions={state.device.sessions} waits={state.count > 0} onKept={look} />
      <DeviceFold onForgotten={look} />
    </div>
  );
}

const ABANDONED =
  "This page was closed before you kept what you typed. That is kept too, and waits in your logbook for you to check once it is sent.";

const OTHERS =
  "Another account was logged in here last. What you type on this page is kept for the account that switched it on, and goes into the logbook of that one.";

const NOTHING_KEPT =
  "This browser keeps nothing, perhaps because the window is private. Open Daybook in a normal window to log cases without a connection.";

export async function keptHere(): Promise<State> {
  try {
    await keepAbandoned();
    const [device, waits] = await Promise.all([currentDevice(), waiting()]);
    return { device, ...waits, sent: null };
  } catch {
    return "nothing";
  }
}
