type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export function smoke(
  ask: Ask,
  configuration: { vars: Record<string, string> },
  build: string,
  token?: string,
): Promise<{ what: string; wrong: string | null }[]>;
