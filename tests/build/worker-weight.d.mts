export const MAX: { bytes: number; startUpRatio: number };
export function compressedBytes(build: string): number;
export function startUp(build: string): Promise<{ ms: number; ratio: number }>;
