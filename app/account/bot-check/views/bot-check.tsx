import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { FieldError } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import { type BotCheckData, TOKEN_NAMES } from "../bot-check";

interface BotCheckProps {
  check: BotCheckData;
  form: FormView;
}

/**
 * Turnstile's widget; without script, where it does not load, and after the server has refused its token, what to do
 * instead. Each answer of the server is another `check`, and brings a new token. Each change of the value dispatches an
 * `input` event, as if it were typed: see `botCheckMessage`.
 */
export function BotCheck({ check, form }: BotCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { action, otherwise } = check;
  const name = TOKEN_NAMES[action];
  const refused = form.error(name) !== undefined;
  // A widget that failed once would fail again.
  if (refused && !failed) setFailed(true);

  useEffect(() => {
    const input = place.current?.querySelector("input");
    const notify = () => (input ?? place.current)?.dispatchEvent(new Event("input", { bubbles: true }));
    if (failed || !input) {
      notify();
      return;
    }
    const take = (token: string) => {
      input.value = token;
      notify();
    };
    take("");
    const fail = () => setFailed(true);
    const box = input.previousElementSibling as HTMLElement;
    let end: (() => void) | null = () => {};
    // Imported here, because most logins need no check.
    import("./turnstile").then(({ showWidget }) => {
      if (end) end = showWidget(box, check, take, fail);
    }, fail);
    return () => {
      end?.();
      end = null;
    };
  }, [failed, check]);

  return (
    <div ref={place} id={name} tabIndex={-1} aria-live="polite" className={column({ gap: "2" })}>
      <FieldError form={form} name={name} />
      {failed ? (
        <p>
          {!refused && "The check that you are a person could not be loaded. "}
          {otherwise}
        </p>
      ) : (
        <>
          <div className={widget}>
            <div className={frame} />
            {/* Uncontrolled: React would set a hidden field's value as its default too, and restore it at each
                render. */}
            <input type="hidden" name={name} />
          </div>
          <noscript>
            <p>The check that you are a person needs JavaScript. {otherwise}</p>
          </noscript>
        </>
      )}
    </div>
  );
}

/** The message while the check in `fields` is incomplete; empty once it has a token, or where there is no check. */
export function botCheckMessage(fields: HTMLElement): string {
  const input = fields.querySelector<HTMLInputElement>("[name^=turnstile]");
  return !input || input.value ? "" : "Wait while we check that you are a person.";
}

/** Hidden without script. */
const widget = css({ "@media (scripting: none)": { display: "none" } });

/** Reserves the space of the widget until it has loaded. */
const frame = css({
  minHeight: "[65px]",
  minWidth: "[min(300px, 100%)]",
  background: "sunk",
  color: "quiet",
  display: "grid",
  alignItems: "center",
  "&:empty::before": { content: '"Loading..."', paddingInline: "4" },
});
