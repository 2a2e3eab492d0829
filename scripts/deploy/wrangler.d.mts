export interface Wrangler {
  say(...args: string[]): string;
}

export function openWrangler(program?: string, more?: Record<string, string>): Wrangler;
