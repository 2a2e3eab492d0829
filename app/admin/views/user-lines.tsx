import { column } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import type { UserPage } from "../user.server";
import { ActList } from "./act-list";
import { userPath } from "./user-link";

/** What they did with their account and what was done to it, a page at a time. */
export function UserLines({ user }: { user: UserPage }) {
  const { ref, lines, next } = user;
  return (
    <section className={column({ gap: "3" })}>
      <h2>Record</h2>
      {lines.length === 0 ? <p>Nothing more.</p> : <ActList acts={lines} of={ref} />}
      {next !== null && (
        <p>
          <LinkButton to={`${userPath(ref)}?before=${next}`}>Earlier</LinkButton>
        </p>
      )}
    </section>
  );
}
