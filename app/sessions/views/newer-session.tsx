import { SavedFacts } from "~/ui/saved-elsewhere";
import type { NewerVersion } from "../newer.server";

/** What the session says now, above the answers that were refused because it has changed. */
export function NewerSession({ newer, path }: { newer: NewerVersion; path: string }) {
  return (
    <SavedFacts facts={newer.facts}>
      <p>
        {/* A full load: the answers below are given up for the newer ones. */}
        <a href={path}>Leave it as it is and drop my answers</a>
      </p>
    </SavedFacts>
  );
}
