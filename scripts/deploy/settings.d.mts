export interface Settings {
  path: string;
  environment: string;
  vars: Record<string, unknown>;
  ids: Record<string, string>;
  misshapen: string[];
}

export interface Configuration {
  name: string;
  workers_dev: boolean;
  vars: Record<string, unknown>;
  routes: { pattern: string }[];
  d1_databases: { database_name: string; database_id: string }[];
  queues: { consumers: { queue: string; dead_letter_queue?: string }[] };
  ratelimits: { namespace_id: string }[];
  [name: string]: unknown;
}

export function openSettings(path?: string): Settings;
export function configurationOf(settings: Settings): Configuration;
export function deployedSettings(path?: string): Configuration;
