import { column } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import type { KeptLine } from "../kept.server";

/** What was typed without signal and could not be saved, until it is done. */
export function KeptLines({ lines }: { lines: KeptLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="kept" className={column({ gap: "2" })}>
      <h2 id="kept">Typed without signal, not saved</h2>
      <LineList>
        {lines.map(({ ref: entryRef, label, why, typed }) => (
          <Line
            key={entryRef}
            heading={<LineLink to={pathTo("/logbook/no_signal/kept/:entryRef/", { entryRef })}>{label}</LineLink>}
            facts={`Typed ${typed}. ${why}.`}
          />
        ))}
      </LineList>
    </section>
  );
}
