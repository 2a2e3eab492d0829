interface LocalSettings {
  CONTROLLER: string;
  CONTACT_EMAIL: string;
  [name: string]: string;
}

export function localSettings(url: string, offsetMs?: number): LocalSettings;
export const TOOL_ENV: NodeJS.ProcessEnv;
