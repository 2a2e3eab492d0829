import type { Need } from "./locks.mjs";

interface Release {
  worker: { version: string } | null;
  configuration: { name: string; workers_dev: boolean; vars: Record<string, string> };
  path: string;
  build: string;
  secrets: Record<string, string>;
  /** Path of the file that this version alone has. */
  mark: string;
  health?: { token?: string; from?: string };
  locks?: Need[];
  at?: string;
}

interface Commands {
  say(...args: string[]): Promise<string>;
  upload(...args: unknown[]): Promise<{ version_id: string; said: string; targets?: string[] }>;
}

export function release(wrangler: Commands, release: Release): Promise<string>;
