import { useCallback, useEffect, useState } from "react";
import { column, note } from "styled-system/recipes";
import { currentDevice, type Device, waiting } from "~/ui/no-signal/outbox";
import { refresh, sendAll } from "~/ui/no-signal/sending";
import { registerWorker } from "~/ui/no-signal/switch";
import { DeviceFold } from "./device-fold";
import { EntryForm } from "./entry-form";
import { SwitchForm } from "./switch-form";
import { LostNotice, Waiting, type WaitingEntries } from "./waiting";

interface Kept extends WaitingEntries {
  device: Device | undefined;
}

/** What the device keeps; "nothing" where the browser keeps nothing. */
type State = Kept | "nothing" | null;

/** The page of a device that keeps it: everything on it comes from the device, and it works without a connection. */
export function NoSignalPage() {
  const [state, setState] = useState<State>(null);
  const look = useCallback(() => kept().then(setState, () => setState("nothing")), []);
  const send = useCallback(async () => {
    const device = await currentDevice();
    if (!device) return look();
    const sent = await sendAll();
    if ((await currentDevice()) !== undefined) await refresh(device);
    const { device: present, ...waits } = await kept();
    setState({ ...waits, device: present, sent });
  }, [look]);
  useEffect(() => {
    const begin = async () => {
      await look();
      if (navigator.onLine) await send();
      if (await currentDevice()) await registerWorker();
    };
    const again = () => send().catch(() => {});
    // A browser that keeps nothing was told by `look`.
    begin().catch(() => {});
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [look, send]);

  if (state === null) return null;
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
      <Waiting {...state} onSend={send} />
      <EntryForm sessions={state.device.sessions} onKept={look} />
      <DeviceFold onForgotten={look} />
    </div>
  );
}

const NOTHING_KEPT =
  "This browser keeps nothing, perhaps because the window is private. Open Daybook in a normal window to log cases without a connection.";

async function kept(): Promise<Kept> {
  const [device, waits] = await Promise.all([currentDevice(), waiting()]);
  return { device, ...waits, sent: null };
}
