import { css } from "styled-system/css";
import type { Fact } from "~/platform/http/action-result";

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
