/** True in a build for one's own machine (`npm start`, tests). Vite puts the literal in, so other builds drop the code. */
declare const __LOCAL_BUILD__: boolean;

/** A shipped Worker must never run on a shifted clock or with the keys of somebody's laptop. */
export function refuseLocalSettings(env: Env): void {
  if (!__LOCAL_BUILD__ && "CLOCK_OFFSET_MS" in env) {
    throw new Error("Local settings in a production build: remove CLOCK_OFFSET_MS");
  }
}

/** How far a local clock is shifted, so that seeded work and tests have a day of their own. */
export function localClockOffsetMs(env: Env): number {
  return __LOCAL_BUILD__ ? Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS ?? 0) : 0;
}
