import type { Configuration, Settings } from "./settings.mjs";
import type { Wrangler } from "./wrangler.mjs";

export function deployedConfiguration(wrangler: Wrangler, settings: Settings): Configuration;
