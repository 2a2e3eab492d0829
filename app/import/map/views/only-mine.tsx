import { css } from "styled-system/css";
import { choice, column, text } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import type { MappedFile } from "~/import/read-file";
import { formatCounted } from "~/platform/time/counted";

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
      {error && (
        <p id="mine-error" className={text({ kind: "error" })}>
          {error}
        </p>
      )}
      <fieldset className={list} aria-describedby={error ? "mine-error" : undefined}>
        <legend className={css({ srOnly: true })}>My name</legend>
        {people.map(({ name, hash, rows }, index) => (
          <label key={hash} className={choice()}>
            <input
              id={index === 0 ? "mine" : undefined}
              type="checkbox"
              name="mine"
              value={hash}
              checked={mine.includes(hash)}
              onChange={({ currentTarget }) => {
                const others = mine.filter((each) => each !== hash);
                onChoices({ mine: currentTarget.checked ? [...others, hash] : others });
              }}
            />
            <span>
              {name || "No name"} <span className={text({ kind: "hint" })}>{formatCounted(rows, "row")}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

const list = css({
  border: "none",
  padding: "0",
  margin: "0",
  columns: { base: "1", wide: "2" },
  columnGap: "5",
  overflowWrap: "anywhere",
  "& > label": { breakInside: "avoid" },
});
