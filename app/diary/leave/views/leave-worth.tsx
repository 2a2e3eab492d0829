import { useEffect, useRef, useState } from "react";
import { column, note } from "styled-system/recipes";
import { type LockedDays, lockOf } from "~/diary/locks/held";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { EnterSaves, SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { formatWorth, typedSpan, type WorthBasis } from "../worth";

interface LeaveWorthProps {
  form: FormView;
  basis: WorthBasis;
  locks: readonly LockedDays[];
}

/**
 * Shows what the leave takes, and whether its days are locked, as its form is filled in: after each change, or without
 * script by a button.
 */
export function LeaveWorth({ form, basis, locks }: LeaveWorthProps) {
  const place = useRef<HTMLDivElement>(null);
  const [{ words, locked }, setShown] = useState(() => shownFor(form.value, basis, locks));
  useEffect(() => {
    const element = place.current?.closest("form");
    if (!element) return;
    const read = () => {
      const typed = new FormData(element);
      setShown(shownFor((name) => String(typed.get(name) ?? ""), basis, locks));
    };
    read();
    element.addEventListener("input", read);
    element.addEventListener("change", read);
    return () => {
      element.removeEventListener("input", read);
      element.removeEventListener("change", read);
    };
  }, [basis, locks]);
  return (
    <div ref={place} className={column({ gap: "3" })}>
      <div aria-live="polite">
        <LockedNotice words={locked} besideAnswers>
          You cannot add leave on these days.
        </LockedNotice>
      </div>
      <p role="status" className={words ? note() : undefined} data-worth="">
        {words}
      </p>
      <noscript>
        <EnterSaves />
        <SubmitButton visual="normal" name="act" value="worth">
          Show days and PAs
        </SubmitButton>
      </noscript>
    </div>
  );
}

function shownFor(typed: FormView["value"], basis: WorthBasis, locks: readonly LockedDays[]) {
  const span = typedSpan(typed);
  const period = span && lockOf(locks, span.date_start, span.date_end);
  return { words: formatWorth(typed, basis), locked: period?.words ?? null };
}
