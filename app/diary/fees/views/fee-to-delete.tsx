import { column } from "styled-system/recipes";
import type { Fact } from "~/platform/http/form-state";
import { FactList } from "~/ui/fact-list";

interface FeeToDeleteProps {
  facts: readonly Fact[];
  /** It is of a session or a case, which stays. */
  ofWork: boolean;
}

/** What goes with a fee. */
export function FeeToDelete({ facts, ofWork }: FeeToDeleteProps) {
  return (
    <div className={column({ gap: "4" })}>
      <FactList facts={facts} />
      <p>
        {ofWork ? "The fee goes; what it is for stays in your logbook. " : "The work goes with its fee. "}
        You can undo this for an hour.
      </p>
    </div>
  );
}
