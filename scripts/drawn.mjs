/** A reporter that says at the end which samples the tests have drawn (`sampled` of tests/support/property.ts). */
export class Drawn {
  #lines = new Set();

  onTestModuleEnd(module) {
    for (const line of module.meta().drawn ?? []) this.#lines.add(line);
  }

  onTestRunEnd() {
    for (const line of [...this.#lines].sort()) console.log(`drawn: ${line}`);
  }
}
