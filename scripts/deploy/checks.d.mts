import type { Configuration, Settings } from "./settings.mjs";

export function faultsOf(
  settings: Settings,
  configuration: Configuration,
  given: Record<string, string>,
  world: { told: string[] },
): Promise<string[]>;
