import { createHash } from "node:crypto";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begun first, so that no core idles at the end while one of them still runs. The longest of each project stands first. */
const LONGEST = [
  "tests/resilience/restore-drill.test.ts",
  "tests/resilience/memory.test.ts",
  "tests/resilience/faults.test.ts",
  "tests/resilience/kill.test.ts",
  "tests/resilience/kill-import.test.ts",
  "tests/model/model.alone.test.ts",
  "tests/platform/http/hostile-forms.alone.test.ts",
];

/**
 * The files of the project, which wait for servers and commands, then those of the Worker: what counts over everybody
 * and then all others, in an order of the run's seed, so that what one file leaves to the next shows. A runtime would end
 * where the next file is of another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const keyed = files.map((file) => {
      const path = relative(root, file.moduleId);
      const drawn = createHash("sha256").update(`${sequence.seed} ${path}`).digest("hex");
      const place = LONGEST.includes(path) ? `0 ${LONGEST.indexOf(path)}` : `1 ${drawn}`;
      const kind = file.project.name === "project" ? 0 : /\.alone\.test\.tsx?$/.test(path) ? 1 : 2;
      return { file, key: `${kind} ${place}` };
    });
    return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
  }
}
