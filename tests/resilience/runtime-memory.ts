import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/** The process of the runtime, of all that this test has started. */
export function runtimeOf(parent: number): number {
  const statusOf = (pid: string) => readFileSync(`/proc/${pid}/status`, "utf8");
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return statusOf(pid).includes(`\nPPid:\t${parent}\n`) && statusOf(pid).startsWith("Name:\tworkerd\n");
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
  expect(children).toHaveLength(1);
  return Number(children[0]);
}

/** Bytes of memory that a process holds, and the most that it held since this was last forgotten. */
export function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
  return { now: read("VmRSS"), most: read("VmHWM") };
}

/** The most that the runtime holds while it does something. */
export async function mostDuring(pid: number, act: () => Promise<unknown>): Promise<number> {
  // Forgets the most that it ever held.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  await act();
  return memoryOf(pid).most;
}
