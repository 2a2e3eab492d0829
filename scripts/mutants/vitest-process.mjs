import { join, relative } from "node:path";
import { createVitest } from "vitest/node";

/**
 * Keeps a Vitest alive from bug to bug, in a separate process, which can be killed when a bug makes something run for
 * ever. It receives `{ files, changed }`, runs these test files in this order, and sends the results as they come.
 */
const root = process.argv[2];

/** Sequencer that keeps the order of the request, nearest first. */
class AsAsked {
  sort(specifications) {
    return [...specifications].sort((a, b) => places.get(a.moduleId) - places.get(b.moduleId));
  }
  shard(specifications) {
    return specifications;
  }
}
let places = new Map();

const said = {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    process.send({
      type: "test",
      state,
      file: pathOf(test.module),
      name: test.fullName,
      message: errors?.[0]?.message,
    });
  },
  onTestModuleEnd(module) {
    process.send({ type: "file", file: pathOf(module), state: module.state(), message: module.errors()[0]?.message });
  },
};

// The parent process is gone.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));

const vitest = await createVitest("test", {
  ...{ root, watch: false, bail: 1, silent: true, reporters: [said] },
  sequence: { sequencer: AsAsked },
  ...(process.env.DAYBOOK_FULL ? {} : { tagsFilter: ["!full"] }),
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();
process.send({ type: "open", files: [...new Set(specifications.map((each) => relative(root, each.moduleId)))] });

process.on("message", async ({ files, changed, stop }) => {
  if (stop) return vitest.cancelCurrentRun("keyboard-input");
  for (const file of changed) vitest.invalidateFile(join(root, file));
  places = new Map(files.map((file, place) => [join(root, file), place]));
  const chosen = specifications.filter(({ moduleId }) => places.has(moduleId));
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
  process.send({ type: "end", errors: unhandledErrors.map((error) => String(error?.message ?? error)) });
});

function pathOf({ moduleId }) {
  return relative(root, moduleId);
}
