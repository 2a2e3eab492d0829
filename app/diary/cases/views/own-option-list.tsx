import { column, tag, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/line-list";
import { formatUses, KIND_WORDS, type OwnOption } from "../own-options";

interface OwnOptionListProps {
  kind: OwnOption["kind"];
  options: (OwnOption & { uses: number })[];
}

/** The user's own options of a kind: those on offer first, then those archived. */
export function OwnOptionList({ kind, options }: OwnOptionListProps) {
  return (
    <section className={column({ gap: "2" })}>
      <h2>{KIND_WORDS[kind].title}</h2>
      {options.length === 0 ? (
        <p className={text({ kind: "quiet" })}>None yet. Add one in the form of a case, where you need it.</p>
      ) : (
        <LineList>
          {options.map(({ unique_ref, label, active, uses }) => (
            <Line
              key={unique_ref}
              heading={
                <LineLink to={pathTo("/logbook/options/:optionRef/", { optionRef: unique_ref })}>{label}</LineLink>
              }
              facts={formatUses(uses)}
            >
              {!active && <span className={tag()}>Archived</span>}
            </Line>
          ))}
        </LineList>
      )}
    </section>
  );
}
