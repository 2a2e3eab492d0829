import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";
import type { DrawnProgress } from "../drawn.server";
import type { ProgressWord } from "../types";
import { ToggleLinks } from "./toggles";

/** The answer first, in a sentence; then what it is of, and other ways to look at it. */
export function ProgressHead({ page }: { page: DrawnProgress }) {
  return (
    <header className={column({ gap: "5" })}>
      <div className={column({ gap: "2" })}>
        <p className={text({ kind: "hint" })}>{page.over}</p>
        <h1 className={answer}>{page.headline}</h1>
        <p className={text({ kind: "read" })}>{page.sentences.join(" ")}</p>
        {page.word && <WordTag {...page.word} />}
        {page.isEmpty && (
          <div className={css({ paddingTop: "2" })}>
            <LinkButton to="/logbook/session/new/" visual="primary">
              Add session
            </LinkButton>
          </div>
        )}
      </div>
      <div className={row()}>
        {page.toggles.map((toggle) => (
          <ToggleLinks key={toggle.label} toggle={toggle} />
        ))}
      </div>
    </header>
  );
}

function WordTag({ word, words }: { word: ProgressWord; words: string }) {
  const { className, icon } = WORDS[word];
  return (
    <p>
      <span className={className}>
        <Icon name={icon} size={14} /> {words}
      </span>
    </p>
  );
}

/** Written out, so that the build can put the class names in their place. */
const WORDS: Record<ProgressWord, { className: string; icon: IconName }> = {
  "on track": { className: tag({ tone: "good" }), icon: "tick" },
  ahead: { className: tag(), icon: "info" },
  "well ahead": { className: tag({ tone: "warn" }), icon: "warning" },
  behind: { className: tag({ tone: "warn" }), icon: "warning" },
  "well behind": { className: tag({ tone: "bad" }), icon: "problem" },
};

/** Larger than other headings: it is what the page is opened for. */
const answer = css({ fontSize: { base: "h1", wide: "[2.125rem]" }, lineHeight: "heading" });
