import { css } from "styled-system/css";
import { table as tableLook, text } from "styled-system/recipes";
import { formatCell } from "~/reports/document/cells";
import type { Cell, ReportTable } from "~/reports/document/types";

interface ReportTableViewProps {
  /** Without heads it is a list of facts. */
  table: Pick<ReportTable, "heads" | "rows" | "foot" | "shared">;
  /** Id of the heading that labels it. */
  label?: string;
}

/** A table whose head is printed on every page that it takes. */
export function ReportTableView({ table: { heads, rows, foot, shared = 0 }, label }: ReportTableViewProps) {
  const isFigures = figureColumns((foot ? [...rows, foot] : rows).map((cells) => cells.slice(shared)));
  const side = (at: number) => (isFigures[at] ? "r" : undefined);
  // Where figures take most of the paper, their heads give way before the words at the left do.
  const ofFigures = heads.length - isFigures.filter(Boolean).length <= MAX_COLUMNS_OF_WORDS ? keptWhole : undefined;
  const groups = Map.groupBy(rows, (row) => row.slice(0, shared).filter(Boolean).join(" · "));
  return (
    <table className={`${tableLook()} ${(heads.length > 0 ? ofFigures : facts) ?? ""}`} aria-labelledby={label}>
      {heads.length > 0 && (
        <thead>
          <tr>
            {numbered(heads.slice(shared)).map(({ at, each }) => (
              <th key={at} scope="col" className={LONG_WORD.test(each) ? broken : side(at)}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {[...groups].map(([words, group]) => (
        <tbody key={words} className={shared > 0 ? whole : undefined}>
          {shared > 0 && (
            <tr>
              <th scope="rowgroup" colSpan={heads.length - shared}>
                <span className={held}>{words}</span>
              </th>
            </tr>
          )}
          {numbered(group).map(({ at: place, each: cells }) => (
            <Row key={place} cells={cells.slice(shared)} side={side} headless={shared > 0} />
          ))}
        </tbody>
      ))}
      {foot && (
        <tfoot>
          <Row cells={foot} side={side} />
        </tfoot>
      )}
    </table>
  );
}

interface RowProps {
  cells: readonly Cell[];
  side: (at: number) => string | undefined;
  /** Whether the head of its group replaces the head of the row. */
  headless?: boolean;
}

function Row({ cells, side, headless = false }: RowProps) {
  return (
    <tr>
      {numbered(cells.map(formatCell)).map(({ at, each }) =>
        at === 0 && !headless ? (
          <th key={at} scope="row" className={lookOf(each)}>
            {each}
          </th>
        ) : (
          <td key={at} className={side(at) ?? lookOf(each)}>
            {each}
          </td>
        ),
      )}
    </tr>
  );
}

/**
 * Class of a text cell: a date, a time or an age stays on one line; a word too long for any column is broken, so that
 * it pushes no other column off the paper.
 */
function lookOf(words: string): string {
  if (words.length <= SHORT || DATE.test(words)) return short;
  if (LONG_WORD.test(words)) return broken;
  return words.length <= ONE_LINE ? `${long} one-line` : long;
}

/** Which columns hold figures, and are aligned at the right. An empty column is treated as the one before it. */
function figureColumns(rows: readonly (readonly Cell[])[]): boolean[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const isFigures: boolean[] = [];
  for (let at = 0; at < columns; at++) {
    const held = rows.map((cells) => cells[at]).filter((cell) => cell !== "" && cell !== undefined);
    const figures = held.length === 0 ? isFigures[at - 1] === true : held.every((cell) => typeof cell === "object");
    isFigures.push(at > 0 && figures);
  }
  return isFigures;
}

/** Items with their index, which is the only possible key of a cell. */
function numbered<Each>(list: readonly Each[]): { at: number; each: Each }[] {
  return list.map((each, at) => ({ at, each }));
}

/** `17/11/2026` */
const SHORT = 10;
/** `Tue 17 Nov 2026` */
const DATE = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}$/;
const LONG_WORD = /\S{25}/;
/** `Supporting professional activities`; two columns of such words leave room for figures. */
const ONE_LINE = 34;
const MAX_COLUMNS_OF_WORDS = 2;

// The text stays visible however far a narrow screen is scrolled to the right.
const held = css({
  display: "inline-block",
  position: "sticky",
  left: "0",
  maxWidth: "[calc(100vw - 40px)]",
  overflowWrap: "anywhere",
});

const keptWhole = css({ _print: { "[data-across] > &": { "& .one-line": { whiteSpace: "nowrap" } } } });

const whole = css({ _print: { breakInside: "avoid" } });

/** Lists of facts below one another have their second column at one place. */
const facts = css({ "& th": { width: { base: "[34%]", wide: "[22%]", _print: "auto" } } });

const short = text({ figures: true });

const long = css({ overflowWrap: "break-word", whiteSpace: "pre-line" });

// Only for cells with a very long word: otherwise a narrow column would break all of its words.
const broken = css({ overflowWrap: "anywhere", whiteSpace: "pre-line" });
