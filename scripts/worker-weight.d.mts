export const MAX: { bytes: number; startUpMs: number };
export function compressedBytes(build: string): number;
export function startUpMs(build: string): Promise<number>;
