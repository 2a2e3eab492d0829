/** The page that works without a connection, and what it needs besides its style sheet. */
export const PAGE = "/logbook/no_signal/";
export const PAGE_SCRIPT = "/no_signal/page.js";
export const WORKER = "/no_signal/worker.js";
export const ICON = "/favicon.svg";
/** Where entries are sent, and drafts are opened again. */
export const SEND = "/logbook/no_signal/send/";
export const DEVICE = "/logbook/no_signal/device/";
export const FORGET = "/logbook/no_signal/forget/";
export const DRAFT = "/logbook/no_signal/draft/";

/** What the names of this page's caches begin with. */
export const CACHE = "no-signal";
/** The tag of Background Sync. */
export const SYNC_TAG = "no-signal";
