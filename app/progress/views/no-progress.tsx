import { column, row, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";

/** Without a plan there is nothing that work could be held against. */
export function NoProgress() {
  return (
    <section className={column({ gap: "4" })}>
      <h2>There is no job plan yet</h2>
      <p className={text({ kind: "read" })}>
        The chart holds the sessions that you work against your job plan. Set one up, or start from a template, and it
        says how many PAs you are ahead or behind.
      </p>
      <div className={row()}>
        <LinkButton to="/job_plans/new/" visual="primary">
          Set up a job plan
        </LinkButton>
        <LinkButton to="/job_plans/templates/">Start from a template</LinkButton>
      </div>
    </section>
  );
}
