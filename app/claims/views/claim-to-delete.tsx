import { css } from "styled-system/css";
import { column } from "styled-system/recipes";

interface ClaimToDeleteProps {
  facts: readonly { name: string; value: string }[];
  /** It is of a session or a case, which stays. */
  ofWork: boolean;
}

/** What goes with a fee. */
export function ClaimToDelete({ facts, ofWork }: ClaimToDeleteProps) {
  return (
    <div className={column({ gap: "4" })}>
      <dl className={list}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {ofWork ? "The fee goes; what it is for stays in your logbook. " : "The work goes with its fee. "}
        You can undo this for an hour.
      </p>
    </div>
  );
}

const list = css({
  display: "grid",
  gap: "2",
  "& > div": { display: "grid", gridTemplateColumns: { base: "1fr", wide: "160px 1fr" }, columnGap: "3" },
  "& dt": { color: "quiet" },
  "& dd": { whiteSpace: "pre-line", overflowWrap: "anywhere" },
});
