import type { Reporter, TestCase } from "@playwright/test/reporter";
import { EFFORT, type Effort, TASKS } from "./effort";

interface Row {
  task: keyof typeof TASKS;
  project: string;
  effort: Effort;
}

/** Prints what the measured tasks take, beside what they took before and what they may take: one table a run. */
export default class EffortTable implements Reporter {
  readonly #rows: Row[] = [];

  onTestEnd({ annotations, parent }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type !== EFFORT || !description) continue;
      this.#rows.push({ ...JSON.parse(description), project: parent.project()?.name ?? "" });
    }
  }

  onEnd(): void {
    if (this.#rows.length === 0) return;
    const order = Object.keys(TASKS);
    const rows = this.#rows.toSorted((one, other) => order.indexOf(one.task) - order.indexOf(other.task));
    const lines = rows.map(({ task, project, effort }) => [
      task,
      project,
      TASKS[task].before,
      formatEffort(TASKS[task].most),
      formatEffort(effort),
    ]);
    console.log(`\n${table([["Task", "Project", "Before", "Most", "Now"], ...lines])}`);
  }
}

const UNITS = { pixels: "px", seconds: "s" } as Record<string, string>;

function formatEffort(effort: Effort): string {
  return Object.entries(effort)
    .map(([unit, n]) => `${Math.round(n * 10) / 10} ${UNITS[unit] ?? unit}`)
    .join(", ");
}

function table(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}
