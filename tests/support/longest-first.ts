import { createHash } from "node:crypto";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begun first, so that no core idles at the end while one of them still runs. The longest stands first. */
const LONGEST = [
  "tests/project/restore-drill.test.ts",
  "tests/project/memory.test.ts",
  "tests/project/kill.test.ts",
  "tests/project/kill-import.test.ts",
  "tests/diary/model.alone.test.ts",
  "tests/http/hostile-forms.alone.test.ts",
];

/**
 * The long files, then the others, project by project, in an order of the run's seed, so that what one file leaves to the
 * next shows. A runtime ends where the next file is of another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const keyed = files.map((file) => {
      const path = relative(root, file.moduleId);
      const drawn = createHash("sha256").update(`${sequence.seed} ${path}`).digest("hex");
      return { file, key: LONGEST.includes(path) ? `0 ${LONGEST.indexOf(path)}` : `${file.project.name} ${drawn}` };
    });
    return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
  }
}
