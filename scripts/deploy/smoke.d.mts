type Ask = (path: string, init?: RequestInit) => Promise<Response>;

interface Health {
  token?: string;
  from?: string;
  askRunning?: Ask;
  pauseMs?: number;
}

export function smoke(
  ask: Ask,
  configuration: { vars: Record<string, string> },
  build: string,
  health?: Health,
): Promise<{ what: string; wrong: string | null }[]>;
