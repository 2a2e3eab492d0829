import type { Unstable_Config } from "wrangler";

type Settings = Pick<Unstable_Config, "vars" | "d1_databases" | "r2_buckets">;

export function withSecondRegion(settings: Settings): Settings;
