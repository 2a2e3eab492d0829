import type { LondonDate } from "~/platform/time/london";

interface TermsVersion {
  version: number;
  since: LondonDate;
  /** What is different from the version before it, a sentence each. */
  changes: readonly string[];
}

/**
 * The versions of the terms (`views/terms-text.tsx`), oldest first. A text that asks for more, or promises less, is a new
 * version: everybody is then asked to accept it. A word that is put better is none.
 */
const VERSIONS: readonly [TermsVersion, ...TermsVersion[]] = [
  { version: 1, since: "2026-10-01", changes: [] },
  {
    version: 2,
    since: "2026-11-21",
    changes: [
      "An account can be suspended. The terms say when, how you are told, and how you get a copy of your data.",
      "If somebody else changes your email address, you can get it back for 7 days.",
      "When the terms change, you are asked to accept them before you go on.",
    ],
  },
];

const CURRENT = VERSIONS.at(-1) ?? VERSIONS[0];

/** The terms that hold now. */
export const TERMS_VERSION = CURRENT.version;
export const TERMS_SINCE = CURRENT.since;

/** What has changed since a version, newest first. */
export function changesSince(accepted: number): string[] {
  return VERSIONS.filter(({ version }) => version > accepted)
    .toReversed()
    .flatMap(({ changes }) => changes);
}
