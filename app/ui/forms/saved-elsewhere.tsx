import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, note } from "styled-system/recipes";
import type { Fact } from "~/platform/http/action-result";

interface SavedFactsProps {
  facts: readonly Fact[];
  children?: ReactNode;
}

/** Shows what is saved now, above answers that were refused because it had changed meanwhile. */
export function SavedFacts({ facts, children }: SavedFactsProps) {
  return (
    <section className={`${note({ tone: "warn" })} ${column({ gap: "2" })}`}>
      <h2 className={css({ fontSize: "h3" })}>Saved elsewhere</h2>
      {facts.length > 0 && <FactList facts={facts} />}
      {children}
    </section>
  );
}

/** `SavedFacts` with a link to what is saved, for a page whose form keeps older answers. */
export function NewerFacts({ facts, path }: { facts: readonly Fact[]; path: string }) {
  return (
    <SavedFacts facts={facts}>
      <p>
        {/* A full load: it discards the answers below for what is saved. */}
        <a href={path}>Open what is saved, without my answers</a>
      </p>
    </SavedFacts>
  );
}

/** Names with their values beside them, on a phone below them. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={list}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const list = css({
  display: "grid",
  gap: "1",
  "& > div": { display: "grid", gridTemplateColumns: { base: "1fr", wide: "160px 1fr" }, columnGap: "3" },
  "& dt": { color: "quiet" },
  "& dd": { whiteSpace: "pre-line", overflowWrap: "anywhere" },
});
