import { useEffect, useRef, useState } from "react";
import { note } from "styled-system/recipes";
import { EnterSaves, SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { formatWorth, type WorthBasis } from "../worth";

interface LeaveWorthProps {
  form: FormView;
  basis: WorthBasis;
}

/** Shows what the leave takes as its form is filled in: after each change, or without script by a button. */
export function LeaveWorth({ form, basis }: LeaveWorthProps) {
  const place = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(() => formatWorth(form.value, basis));
  useEffect(() => {
    const element = place.current?.closest("form");
    if (!element) return;
    const read = () => {
      const typed = new FormData(element);
      setWords(formatWorth((name) => String(typed.get(name) ?? ""), basis));
    };
    read();
    element.addEventListener("input", read);
    element.addEventListener("change", read);
    return () => {
      element.removeEventListener("input", read);
      element.removeEventListener("change", read);
    };
  }, [basis]);
  return (
    <div ref={place}>
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
