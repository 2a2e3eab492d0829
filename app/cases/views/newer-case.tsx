import { SavedFacts } from "~/ui/saved-elsewhere";
import type { NewerCase } from "../refusal.server";

/** The case as it was saved elsewhere, in full, beside answers that started from an older version. */
export function NewerCaseFacts({ newer, path }: { newer: NewerCase; path: string }) {
  return (
    <SavedFacts facts={newer.facts}>
      <p>
        {/* A full load: the answers below are given up for what is saved. */}
        <a href={path}>Open what is saved, without my answers</a>
      </p>
    </SavedFacts>
  );
}
