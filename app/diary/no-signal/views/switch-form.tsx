import { type FormEvent, useState } from "react";
import { button, column, note, text } from "styled-system/recipes";
import { TickField } from "~/ui/forms/choice-fields";
import { formView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { type SwitchFault, switchOn } from "~/ui/no-signal/switch";

const NAME = "name";
const OWN = "own_device";
const LIST = "lists_sessions";

/** Switches this device on, with what is kept on it said before. */
export function SwitchForm({ onSwitched }: { onSwitched: () => void }) {
  const [fault, setFault] = useState<SwitchFault | "shared" | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    if (!sent.has(OWN)) return setFault("shared");
    setBusy(true);
    const failed = await switchOn(String(sent.get(NAME)), sent.has(LIST)).catch((): SwitchFault => "storage");
    setBusy(false);
    setFault(failed);
    if (failed === null) onSwitched();
  }

  const form = formView({ [NAME]: deviceName(navigator.userAgent) }, undefined);
  return (
    <form onSubmit={send} noValidate className={column({ gap: "5" })}>
      <div className={`${text({ kind: "read" })} ${column({ gap: "3" })}`}>
        <p>
          Theatres lie in basements. With this on, this page opens without a connection, and what you save without one
          is kept on this device until Daybook can take it.
        </p>
        <p>
          It is encrypted on the device, and the key is with Daybook: nobody who has the device can read it, and you
          cannot either. They can see how many entries wait, and since when.
        </p>
        <p>
          Safari removes what a website keeps if you have not opened it for 7 days: open Daybook with a connection
          before then. On an iPhone or iPad, add Daybook to the home screen first, and switch this on there: what it
          keeps there is not removed, and not shared with Safari.
        </p>
      </div>
      {fault && (
        <p className={note({ tone: "warn" })} role="alert">
          {WORDS[fault]}
        </p>
      )}
      <TextField form={form} name={NAME} label="Name of this device" width="ch24" />
      <TickField form={form} name={OWN} label="This device is mine alone: nobody else uses it" />
      <TickField
        form={form}
        name={LIST}
        label="Keep a list of my sessions here"
        hint="Dates, times and names of sessions from 2 days ago to 14 days ahead, not encrypted. Without it you enter date and times yourself."
      />
      <div>
        <button type="submit" disabled={isBusy} className={button({ visual: "primary" })}>
          Switch on for this device
        </button>
      </div>
    </form>
  );
}

const WORDS: Record<SwitchFault | "shared", React.ReactNode> = {
  shared: "Select that this device is yours alone. On a shared device this cannot be switched on.",
  offline: "Switching on needs a connection. Try again when there is one.",
  login: (
    <>
      <a href="/login/">Log in</a> first, then switch it on.
    </>
  ),
  storage: "This browser does not let Daybook keep anything, perhaps because the window is private.",
  many: "Your account has as many such devices as it can have. Revoke one under Your Data first.",
  failed: "Something went wrong. Wait a minute, then try again.",
};

function deviceName(agent: string): string {
  const known = [/iPhone/, /iPad/, /Android/, /Macintosh/, /Windows/].map((each) => each.exec(agent)?.[0]);
  const name = known.find(Boolean) ?? "device";
  return `My ${name === "Macintosh" ? "Mac" : name}`;
}
