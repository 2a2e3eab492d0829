import type { ReactNode } from "react";
import { column, row, text } from "styled-system/recipes";
import { ConfirmFirst } from "~/account/views/confirm-first";
import { FieldFrame, fieldAttributes } from "~/ui/forms/field-frame";
import { fileControl } from "~/ui/forms/file-control";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

interface ChooseCalendarProps {
  form: FormView;
  /** What must be done before anything can be imported. */
  confirmFirst: string | null;
  /** The form of its address. */
  children: ReactNode;
}

const HINT = "A calendar file that ends in .ics, up to 2 MB.";

/** The first step: choosing a file. */
export function ChooseCalendar({ form, confirmFirst, children }: ChooseCalendarProps) {
  return (
    <>
      <PostForm encType="multipart/form-data" newDocument className={column({ gap: "5" })}>
        <ConfirmFirst words={confirmFirst} />
        <FieldFrame form={form} name="file" label="Calendar file" hint={HINT}>
          <input
            {...fieldAttributes({ form, name: "file", hint: HINT })}
            type="file"
            accept=".ics,text/calendar"
            className={fileControl}
          />
        </FieldFrame>
        <div className={row()}>
          <SubmitButton>Show what it would do</SubmitButton>
        </div>
      </PostForm>
      <section className={column({ gap: "3" })} aria-labelledby="by-address">
        <h2 id="by-address">Or read it at its address</h2>
        {children}
      </section>
      <section className={column({ gap: "2" })} aria-labelledby="how-it-works">
        <h2 id="how-it-works">What happens to the rota</h2>
        <div className={`${column({ gap: "2" })} ${text({ kind: "read" })}`}>
          <p>
            Each event becomes a session of the job plan element that you choose for it. You see every change before you
            import it, and can undo it for an hour. Events that say leave become leave, approved if it is ahead.
          </p>
          <p>
            Import the next version of the rota in the same way. Sessions change with their events, none is added twice,
            and you are asked about sessions that you changed yourself.
          </p>
          <p>
            Daybook reads dates, times and titles. Of a file it keeps no titles, places, descriptions or names of
            people; of a rota at an address it keeps the titles, encrypted, until it is read again.
          </p>
        </div>
      </section>
    </>
  );
}
