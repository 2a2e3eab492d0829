import type { Miniflare } from "miniflare";

export function makeTables(miniflare: Miniflare, bindings?: string[]): Promise<void>;
