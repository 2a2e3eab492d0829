export function prerender(build: string): Promise<void>;
