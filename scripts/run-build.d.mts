import type { Miniflare } from "miniflare";

export function runBuild(
  build: string,
  state: string,
  bindings?: Record<string, string>,
  port?: number,
  more?: { own?: Record<string, unknown>; outer?: string; inspectorPort?: number; onLine?: (line: string) => void },
): Miniflare;
