import { useEffect, useRef } from "react";

interface StartAtProps {
  /** The id of the field. */
  field: string;
  /** A form that starts afresh in the same page has another. */
  when: string;
  /** It came back with faults: they have the focus. */
  unless: boolean;
}

/** With script: a form that starts afresh has the focus in its first field, at its top. */
export function StartAt({ field, when, unless }: StartAtProps) {
  const last = useRef(when);
  useEffect(() => {
    const isFresh = when !== last.current;
    last.current = when;
    const first = document.getElementById(field);
    if (!isFresh || unless || !first) return;
    first.focus({ preventScroll: true });
    first.closest("dialog")?.scrollTo(0, 0);
  }, [field, when, unless]);
  return null;
}
