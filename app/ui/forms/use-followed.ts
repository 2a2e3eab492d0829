import { useEffect, useRef, useState } from "react";
import type { FormView } from "~/ui/forms/form-state";
import { answersIn } from "./form-section";

type Typed = FormView["value"];

/**
 * What follows from the answers of a form: after each change; without script from those that the server sent.
 * @param read does not change; what it reads besides the answers is `basis`
 * @returns `place` is the ref of an element inside the form
 */
export function useFollowed<Basis, Shown>(form: FormView, basis: Basis, read: (typed: Typed, basis: Basis) => Shown) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => read(form.value, basis));
  useEffect(() => {
    const element = place.current?.closest("form");
    if (!element) return;
    const follow = () => {
      // Unlike FormData, with the fields that can only be read.
      setShown(read(answersIn(element).value, basis));
    };
    follow();
    element.addEventListener("input", follow);
    element.addEventListener("change", follow);
    return () => {
      element.removeEventListener("input", follow);
      element.removeEventListener("change", follow);
    };
  }, [basis, read]);
  return { place, shown };
}
