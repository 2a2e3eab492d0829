export interface Settings {
  region: string;
  path: string;
}

export interface Configuration {
  name: string;
  vars: Record<string, unknown>;
  d1_databases: { database_name: string }[];
  queues: { consumers: { queue: string; dead_letter_queue?: string }[] };
  ratelimits: { namespace_id: string }[];
}

export function openSettings(region: string, folder?: string): Settings;
export function configurationOf(settings: Settings): Configuration;
export function faultsOf(settings: Settings, configuration: Configuration): Promise<string[]>;
