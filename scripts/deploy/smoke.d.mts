type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export function smoke(ask: Ask, vars: { APP_ORIGIN: string }, token?: string, pauseMs?: number): Promise<void>;
