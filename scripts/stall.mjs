/** Longest time without a finished test: no test file needs half of it. */
const LIMIT_MS = 5 * 60_000;

/**
 * A reporter that ends a run in which no test finishes any more, and names the files that it waited for: a loop that
 * never yields prevents the timeout of its own test, and a tool that hangs has none.
 */
export class Stall {
  #running = new Map();
  #endedAt = Date.now();

  onInit() {
    setInterval(() => Date.now() - this.#endedAt > LIMIT_MS && this.#stop(), 5_000).unref();
  }

  onTestModuleQueued({ moduleId }) {
    this.#running.set(moduleId, "being loaded");
  }

  onTestCaseReady({ module, fullName }) {
    this.#running.set(module.moduleId, fullName);
  }

  onTestCaseResult() {
    this.#endedAt = Date.now();
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
    this.#endedAt = Date.now();
  }

  #stop() {
    const waited = [...this.#running].map(([path, at]) => `- ${path}: ${at}`);
    console.error(
      `No test ended for ${LIMIT_MS / 60_000} minutes. Not ended:\n${waited.join("\n") || "- Vitest itself"}`,
    );
    process.exit(1);
  }
}
