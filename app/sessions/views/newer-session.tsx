import { css } from "styled-system/css";
import { column, note } from "styled-system/recipes";
import type { NewerVersion } from "../newer.server";

/** What the session says now, above the answers that were refused because it has changed. */
export function NewerSession({ newer, path }: { newer: NewerVersion; path: string }) {
  return (
    <section className={`${note({ tone: "warn" })} ${column({ gap: "2" })}`}>
      <h2>The newer version</h2>
      <dl className={facts}>
        {newer.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {/* A full load: the answers below are given up for the newer ones. */}
        <a href={path}>Leave it as it is and drop my answers</a>
      </p>
    </section>
  );
}

const facts = css({
  display: "grid",
  gap: "1",
  "& > div": { display: "grid", gridTemplateColumns: { base: "1fr", wide: "160px 1fr" }, columnGap: "3" },
  "& dt": { color: "quiet" },
  "& dd": { whiteSpace: "pre-line" },
});
