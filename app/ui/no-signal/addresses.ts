/** The page that works without a connection, and what it needs besides its style sheet. */
export const PAGE = "/logbook/no_signal/";
export const PAGE_SCRIPT = "/no_signal/page.js";
export const WORKER = "/no_signal/worker.js";
export const ICON = "/favicon.svg";
/** Where entries are sent, and opened again (app/diary/no-signal). */
export const SEND = `${PAGE}send/`;
export const DEVICE = `${PAGE}device/`;
export const FORGET = `${PAGE}forget/`;
export const DRAFT = `${PAGE}draft/`;

/** What begins the names of the caches of this page. */
export const CACHE = "no-signal";
/** Of Background Sync. */
export const SYNC_TAG = "no-signal";
