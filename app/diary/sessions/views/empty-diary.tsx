import { column, row, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";

/** The logbook of someone who has not begun. */
export function EmptyDiary({ hasPlan }: { hasPlan: boolean }) {
  return (
    <section className={column({ gap: "4" })}>
      <h2>Nothing is logged yet</h2>
      {hasPlan ? (
        <p className={text({ kind: "read" })}>
          Add the sessions that you work: each is tagged with an element of your job plan, so that its PAs are worked
          out and counted.
        </p>
      ) : (
        <p className={text({ kind: "read" })}>
          Set up a job plan first: its elements become the tags of your sessions, so that PAs are counted against what
          is planned. Then add the sessions that you work.
        </p>
      )}
      <div className={row()}>
        {!hasPlan && <LinkButton to="/job_plans/new/">Set up a job plan</LinkButton>}
        <LinkButton to="/logbook/session/new/">Add session</LinkButton>
      </div>
    </section>
  );
}
