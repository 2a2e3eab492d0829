import type { Miniflare } from "miniflare";

export function runBuild(
  build: string,
  state: string,
  bindings?: Record<string, string>,
  port?: number,
  own?: Record<string, unknown> | null,
): Miniflare;
