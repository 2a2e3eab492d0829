import { text } from "styled-system/recipes";
import { Line, LineList } from "~/ui/line-list";
import type { ListedAct } from "../lines.server";
import { UserLink } from "./user-link";

interface ActListProps {
  acts: readonly ListedAct[];
  /** The user whose page it is: named nowhere. */
  of?: string;
}

/** Who did what, when. */
export function ActList({ acts, of }: ActListProps) {
  return (
    <LineList>
      {acts.map((act) => (
        <Line
          key={act.ref}
          heading={<span className={text({ kind: "strong" })}>{act.what}</span>}
          facts={<ActFacts act={act} of={of} />}
        >
          {null}
        </Line>
      ))}
    </LineList>
  );
}

function ActFacts({ act: { by, about, when }, of }: { act: ListedAct; of: string | undefined }) {
  return (
    <>
      {about && about.ref !== of && (
        <>
          Of <UserLink userRef={about.ref} name={about.name} />
          {" · "}
        </>
      )}
      {by.ref !== of && (
        <>
          By <UserLink userRef={by.ref} name={by.name} />
          {" · "}
        </>
      )}
      {when}
    </>
  );
}
