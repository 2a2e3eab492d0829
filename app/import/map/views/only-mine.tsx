import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import type { MappedFile } from "~/import/read-file";
import { formatCounted } from "~/platform/time/counted";
import { ChoiceList } from "~/ui/forms/choice-list";
import { formView } from "~/ui/forms/form-state";

interface OnlyMineProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
  error: string | undefined;
}

/** The names in the column of anaesthetists, of which the user chooses their own. */
export function OnlyMine({ mapped: { people, open }, choices: { mine = [] }, onChoices, error }: OnlyMineProps) {
  if (people.length < 2 && open !== "mine") return null;
  return (
    <section aria-labelledby="only-mine" className={column({ gap: "2" })}>
      <h2 id="only-mine">Only my cases</h2>
      <p className={text({ kind: "hint" })}>
        Choose your name, in each way that the file writes it. The cases of other anaesthetists are left out. Names are
        not kept. Daybook keeps a code made from yours, to choose it in your next file.
      </p>
      <ChoiceList
        form={{ ...formView({ mine }, undefined), error: () => error }}
        name="mine"
        label="My name"
        labelUnseen
        type="checkbox"
        choices={people.map(({ name, hash, rows }) => ({
          value: hash,
          label: (
            <>
              {name || "No name"} <span className={text({ kind: "hint" })}>{formatCounted(rows, "row")}</span>
            </>
          ),
        }))}
        onChoose={(hash, chosen) => {
          const others = mine.filter((each) => each !== hash);
          onChoices({ mine: chosen ? [...others, hash] : others });
        }}
        className={list}
      />
    </section>
  );
}

const list = css({
  columns: { base: "1", wide: "2" },
  columnGap: "5",
  overflowWrap: "anywhere",
  "& > div": { breakInside: "avoid" },
});
