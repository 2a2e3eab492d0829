/** One line of the table: what, the budget in words, the figure in words, and whether it holds; null when it is only told. */
export function line(what, budget, figure, holds) {
  return { what, budget, figure, verdict: holds === null ? "" : holds ? "holds" : "BROKEN" };
}

export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

export function milliseconds(value) {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function times(ratio) {
  return `${ratio.toFixed(2)} x`;
}

/** @returns true when no budget is broken */
export function printTable(lines) {
  const heads = { what: "what", budget: "budget", figure: "figure", verdict: "verdict" };
  const names = Object.keys(heads);
  const widths = names.map((name) => Math.max(...[heads, ...lines].map((each) => each[name].length)));
  const print = (each) =>
    console.log(
      names
        .map((name, at) => each[name].padEnd(widths[at]))
        .join("  ")
        .trimEnd(),
    );
  print(heads);
  console.log(widths.map((width) => "-".repeat(width)).join("  "));
  for (const each of lines) print(each);
  return lines.every((each) => each.verdict !== "BROKEN");
}
