import { useContext, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "~/platform/http/action-result";
import { BehindContext } from "~/ui/front";
import type { Found } from "../found";
import { SEARCH_PATH } from "./search-form";

export type Answer = FormResult<{ found: Found }>;

/**
 * What an answer of the search found, looked up again when its page comes back from a dialog over it: what was saved
 * or deleted there shows. The older finds stay until then, and when they cannot be had anew.
 */
export function useFresh(answer: Answer | undefined): Found | undefined {
  const behind = useContext(BehindContext);
  const wasBehind = useRef(behind);
  const { submit, data } = useFetcher<Answer>();
  const asked = useRef<Answer | undefined>(undefined);
  const [fresh, setFresh] = useState<{ of: Answer; found: Found } | null>(null);

  useEffect(() => {
    const isBack = wasBehind.current && !behind;
    wasBehind.current = behind;
    if (!isBack || !answer?.found) return;
    asked.current = answer;
    const form = new FormData();
    for (const [name, values] of Object.entries(answer.form.values)) {
      for (const value of values) form.append(name, value);
    }
    // Nothing else is asked again: what the page has just said would be gone.
    submit(form, { method: "post", action: SEARCH_PATH, defaultShouldRevalidate: false });
  }, [behind, answer, submit]);

  useEffect(() => {
    if (data?.found && asked.current) setFresh({ of: asked.current, found: data.found });
  }, [data]);

  return fresh && fresh.of === answer ? fresh.found : answer?.found;
}
