import type { Miniflare } from "miniflare";

export function makeTables(miniflare: Miniflare): Promise<void>;
