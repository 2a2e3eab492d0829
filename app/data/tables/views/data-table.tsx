import type { ChangeEvent, ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { table, tag, text } from "styled-system/recipes";
import type { DataLine } from "~/data/tables/rows.server";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { RowTick, tickCell } from "~/ui/forms/row-tick";
import { useHydrated } from "~/ui/layout/page-script";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { Column } from "../columns";

const STOPS = "input, a";

/** Ref callback of a table: handles its arrow keys while it is mounted. */
function columnKeys(table: HTMLTableElement) {
  table.addEventListener("keydown", moveInColumn);
  return () => table.removeEventListener("keydown", moveInColumn);
}

/**
 * Arrow up and down focus the same checkbox or link of the next row that has it. Keys with modifiers are left to
 * the browser.
 */
function moveInColumn(event: KeyboardEvent): void {
  const { key, target } = event;
  if ((key !== "ArrowUp" && key !== "ArrowDown") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  const from = target as HTMLElement;
  const cell = from.closest<HTMLTableCellElement>("tbody td, tbody th");
  if (!cell || !from.matches(STOPS)) return;
  const place = [...cell.querySelectorAll(STOPS)].indexOf(from);
  const way = key === "ArrowUp" ? "previousElementSibling" : "nextElementSibling";
  for (let row = cell.parentElement?.[way]; row; row = row[way]) {
    const next = (row as HTMLTableRowElement).cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(STOPS)[place];
    if (!next) continue;
    next.focus();
    break;
  }
  event.preventDefault();
}

interface DataTableProps {
  caption: string;
  columns: readonly Column[];
  lines: readonly DataLine[];
  ticked: ReadonlySet<string>;
  /** Address of the table sorted by a column, by its id. `sort` and `down` are the present order. */
  orders: Readonly<Record<string, string>>;
  sort: string;
  down: boolean;
}

/** Table with a checkbox in each row, and headings that sort it. */
export function DataTable({ caption, columns, lines, ticked, orders, sort, down }: DataTableProps) {
  return (
    <section aria-label={caption} className={sideScroll}>
      <table ref={columnKeys} className={table()}>
        <caption className={css({ srOnly: true })}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={tickCell}>
              <TickAll />
            </th>
            {columns.map(({ id, label, figures }) => (
              <th
                key={id}
                scope="col"
                className={figures ? right : undefined}
                aria-sort={sort === id ? (down ? "descending" : "ascending") : undefined}
              >
                <OrderLink to={orders[id]} arrow={sort === id ? (down ? "↓" : "↑") : ""}>
                  {label}
                </OrderLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.unique_ref} line={line} columns={columns} ticked={ticked.has(line.unique_ref)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OrderLink({ to, arrow, children }: { to: string | undefined; arrow: string; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className={order}>
      {children}
      {arrow && <span aria-hidden="true"> {arrow}</span>}
    </Link>
  );
}

function Row({ line, columns, ticked }: { line: DataLine; columns: readonly Column[]; ticked: boolean }) {
  const { unique_ref, version, path, name, cells, marks, locked } = line;
  return (
    <tr>
      <td className={tickCell}>
        {!locked && <RowTick name="row" value={`${unique_ref}/${version}`} defaultChecked={ticked} label={name} />}
      </td>
      {columns.map(({ id, figures, text_encrypted }) =>
        id === "date" ? (
          <td key={id} className={text({ figures: true })}>
            <Link to={path}>{cells.date}</Link>
            {locked && (
              <div>
                <LockedMark />
              </div>
            )}
            <Marks marks={marks} />
          </td>
        ) : (
          <td
            key={id}
            className={id === "times" ? text({ figures: true }) : figures ? right : text_encrypted ? long : undefined}
          >
            {cells[id] || <span className={text({ kind: "quiet" })}>–</span>}
          </td>
        ),
      )}
    </tr>
  );
}

/** Tags for what is doubtful about a row. */
export function Marks({ marks }: Pick<DataLine, "marks">) {
  return marks.map((mark) => (
    <div key={mark}>
      <span className={tag({ tone: "warn" })}>{mark}</span>
    </div>
  ));
}

/** Ticks or clears all rows of the page. It needs script; the rows' own checkboxes do not. */
function TickAll() {
  if (!useHydrated()) return <span className={css({ srOnly: true })}>Select</span>;
  return <RowTick onChange={tickAll} label="Select all on this page" />;
}

function tickAll({ currentTarget: { checked, form } }: ChangeEvent<HTMLInputElement>): void {
  for (const each of form?.querySelectorAll<HTMLInputElement>("input[name=row]") ?? []) each.checked = checked;
}

/** Space before a column of text, which is left-aligned. */
const right = `r ${css({ paddingRight: "3" })}`;

const order = css({ whiteSpace: "nowrap" });

export const long = css({ whiteSpace: "pre-line", maxWidth: "read", overflowWrap: "anywhere", minWidth: "[124px]" });
