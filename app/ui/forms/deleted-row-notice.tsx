import { useEffect, useRef } from "react";
import { column, note, row, text } from "styled-system/recipes";
import { SubmitButton } from "../layout/button";

interface GoneNoticeProps {
  what: "session" | "case" | "fee";
  /** The id of the form with the answers. */
  form: string;
  undoable: boolean;
  /** Whether the answers can be saved as a new one. */
  anew?: boolean;
}

/** Above answers whose session, case or fee was deleted: both buttons send the answers. */
export function DeletedRowNotice({ what, form, undoable, anew = true }: GoneNoticeProps) {
  const box = useRef<HTMLElement>(null);
  // A long form is sent from its end, where the notice would be out of view.
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} tabIndex={-1} className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
      <p>
        <strong className={text({ kind: "strong" })}>This {what} is not in the logbook any more.</strong> It was deleted
        after you opened it. Your answers are kept below and are not saved yet.
        {!undoable && " Its deletion can no longer be undone."}
      </p>
      <div className={row()}>
        {undoable && (
          <SubmitButton form={form} name="if_gone" value="undo">
            Put the {what} back and save
          </SubmitButton>
        )}
        {anew && (
          <SubmitButton form={form} visual="normal" name="if_gone" value="new">
            Save as a new {what}
          </SubmitButton>
        )}
      </div>
    </section>
  );
}
