import { note } from "styled-system/recipes";
import type { AroundCase } from "../page-data.server";

/** What is saved now, beside answers that started from an older version. */
export function CaseChanged({ around, caseRef }: { around: AroundCase; caseRef: string }) {
  const saved = around.cases.find((each) => each.unique_ref === caseRef);
  if (!saved) return null;
  return (
    <p className={note({ tone: "warn" })}>
      Saved now: {[saved.day, saved.time, saved.summary].filter(Boolean).join(", ")}.{" "}
      <a href={`/logbook/session/${around.session.unique_ref}/case/${caseRef}/`}>
        Open what is saved, without my answers
      </a>
    </p>
  );
}
