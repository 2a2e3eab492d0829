const STOPS = "input:not([type=hidden]), select, a";

/** For a table's ref: its keys, while it is there. */
export function columnKeys(table: HTMLTableElement) {
  table.addEventListener("keydown", moveInColumn);
  return () => table.removeEventListener("keydown", moveInColumn);
}

/** Up and down go to the same field, tick or link of the next row that has it. Keys with modifiers stay the browser's. */
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
    if (next instanceof HTMLInputElement) next.select();
    break;
  }
  // A list of choices would take the next answer, at the first and the last row as well.
  event.preventDefault();
}
