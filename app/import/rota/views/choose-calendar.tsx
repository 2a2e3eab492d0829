import { Link } from "react-router";
import { column, row, text } from "styled-system/recipes";
import { ConfirmFirst } from "~/account/views/confirm-first";
import { SubmitButton } from "~/ui/button";
import { FieldFrame, wiring } from "~/ui/field-frame";
import { fileControl } from "~/ui/file-control";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";

interface ChooseCalendarProps {
  form: FormView;
  /** What must be done before anything can be imported. */
  confirmFirst: string | null;
}

const HINT = "A calendar file that ends in .ics, up to 2 MB.";

/** The first step: a file. */
export function ChooseCalendar({ form, confirmFirst }: ChooseCalendarProps) {
  return (
    <>
      <PostForm encType="multipart/form-data" newDocument className={column({ gap: "5" })}>
        <ConfirmFirst words={confirmFirst} />
        <FieldFrame form={form} name="file" label="Calendar file" hint={HINT}>
          <input
            {...wiring({ form, name: "file", hint: HINT })}
            type="file"
            accept=".ics,text/calendar"
            className={fileControl}
          />
        </FieldFrame>
        <div className={row()}>
          <SubmitButton>Show what it would do</SubmitButton>
        </div>
      </PostForm>
      <section className={column({ gap: "2" })} aria-labelledby="how-it-works">
        <h2 id="how-it-works">What happens to it</h2>
        <div className={`${column({ gap: "2" })} ${text({ kind: "read" })}`}>
          <p>
            Each event becomes a session, once you have said which element of your job plan it is. Nothing changes
            before you have seen what would. Leave is left out: enter it under <Link to="/leave/">Leave</Link>.
          </p>
          <p>
            Import the next version of the rota in the same way. Sessions follow the events that have changed, none is
            added twice, and you are asked about those that you changed yourself.
          </p>
          <p>Daybook reads dates, times and titles. It keeps no titles, places, descriptions or names of people.</p>
        </div>
      </section>
    </>
  );
}
