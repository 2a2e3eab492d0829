import type { Settings } from "./settings.mjs";

interface SettledToken {
  token: string | undefined;
  from: string;
  isSent: boolean;
  isMade: boolean;
  isReplaced: boolean;
  wrong: string[];
}

export function settleToken(
  settings: Pick<Settings, "path">,
  given: { HEALTH_TOKEN?: string },
  world: { known: string[] },
): SettledToken;
export function replaceSecret(file: string, text: string): void;
