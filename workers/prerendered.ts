/** Pages that the build renders for visitors, by path, with the names of their files. */
export const PAGES: Record<string, string> = {
  "/": "landing",
  "/terms/": "terms",
  "/privacy/": "privacy",
  "/keys/": "keys",
};

/** Name of the file with the page for 404. */
export const NOT_FOUND = "not-found";

/** What these pages contain of the Worker's settings. */
interface Settings {
  APP_ORIGIN: string;
  CONTROLLER: string;
  CONTACT_EMAIL: string;
  BACKUP_COPIES: string;
  LOCKED_DAYS: string;
  REGION: string;
  REGIONS: unknown;
}

/**
 * Folder of the pages that were rendered with these settings. A Worker with others, as set at Cloudflare after the build,
 * finds none there, and renders its pages itself.
 */
export async function folderOf(of: Settings): Promise<string> {
  // The local world's port is another at each start, and no shared link leads there.
  const named = [
    ...[new URL(of.APP_ORIGIN).hostname, of.CONTROLLER, of.CONTACT_EMAIL, of.BACKUP_COPIES],
    ...[of.LOCKED_DAYS, of.REGION, of.REGIONS],
  ];
  const text = new TextEncoder().encode(JSON.stringify(named));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `prerendered/${Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
