import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, field, text } from "styled-system/recipes";
import type { FormView } from "~/ui/form-state";
import { useSending } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";
import { ANSWER, type BotCheckData, TOKEN_NAMES } from "../bot-check";

interface BotCheckProps {
  check: BotCheckData;
  form: FormView;
}

const NOT_LOADED = "The automatic check could not be loaded. Answer this question instead.";
const CHOSEN = "Answer this question instead of the automatic check.";

/**
 * Turnstile's widget where script runs; a question in words where it does not, where the widget does not come, and
 * once the server has refused. Each refusal brings a new question, and with it a new token. Whatever changes is
 * told by an `input` event, as if it were typed: see `botCheckOwes`.
 */
export function BotCheck({ check, form }: BotCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [instead, setInstead] = useState("");
  const { action, siteKey, scriptUrl, question } = check;
  const refused = form.error(ANSWER) !== undefined;
  const asks = refused || instead !== "";
  // It stays so: where the widget failed once it would again.
  if (refused && !instead) setInstead(CHOSEN);

  useEffect(() => {
    const input = place.current?.querySelector("input");
    if (!input) return;
    tell(input, input.value);
    // The button that asked for the question is gone, and the focus with it.
    if (instead === CHOSEN && document.activeElement === document.body) input.focus();
    // Each question is asked once: a new one means that a token was spent.
    if (asks || !question.signed) return;
    const take = (token: string) => tell(input, token);
    const fail = () => setInstead(NOT_LOADED);
    const box = input.previousElementSibling as HTMLElement;
    let end: (() => void) | null = () => {};
    // Most logins need none.
    import("./turnstile").then(({ showWidget }) => {
      if (end) end = showWidget(box, { siteKey, scriptUrl, action }, take, fail);
    }, fail);
    return () => {
      end?.();
      end = null;
    };
  }, [asks, instead, question.signed, siteKey, scriptUrl, action]);

  return (
    <div ref={place} aria-live="polite" className={column({ gap: "2" })}>
      {asks ? (
        <div className={column({ gap: "2" })}>
          {!refused && <p className={text({ kind: "small" })}>{instead}</p>}
          <QuestionField key={question.signed} check={check} form={form} />
        </div>
      ) : (
        <>
          <div className={widget}>
            <div className={frame} />
            {/* No value of React's: to a hidden field that is its default too, and would come back at each drawing. */}
            <input type="hidden" name={TOKEN_NAMES[action]} />
            <button type="button" className={quietButton} onClick={() => setInstead(CHOSEN)}>
              Answer a question instead
            </button>
          </div>
          <noscript>
            <QuestionField check={check} form={form} />
          </noscript>
        </>
      )}
    </div>
  );
}

function tell(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What the check in `fields` still waits for, in words; empty once it has a token or an answer. */
export function botCheckOwes(fields: HTMLElement): string {
  const input = fields.querySelector<HTMLInputElement>(`[name=${ANSWER}],[name^=turnstile]`);
  if (!input || input.value.trim()) return "";
  return input.name === ANSWER ? "Answer the question to continue." : "Wait for the check that you are a person.";
}

/** Off while a form is on its way: the answer to it brings another question. */
function QuestionField({ check: { question }, form }: BotCheckProps) {
  return (
    <fieldset disabled={useSending()} className={field().root}>
      <TextField
        form={form}
        name={ANSWER}
        label={question.words}
        hint="This checks that you are a person. Answer with one word or number."
        width="ch12"
      />
      <input type="hidden" name="question" value={question.signed} />
    </fieldset>
  );
}

/** Of no use without script: what stands there then is the question. */
const widget = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  alignItems: "center",
  "@media (scripting: none)": { display: "none" },
});

/** Keeps the room of the widget until it is there. */
const frame = css({
  flexGrow: "1",
  minHeight: "[65px]",
  minWidth: "[min(300px, 100%)]",
  background: "sunk",
  color: "quiet",
  display: "grid",
  alignItems: "center",
  "&:empty::before": { content: '"Loading..."', paddingInline: "4" },
});

/** Gone once there is a token. */
const quietButton = css({
  background: "transparent",
  border: "plain",
  padding: "0",
  minHeight: { base: "control", wide: "target" },
  fontSize: "sm",
  color: "accent",
  textDecorationLine: "underline",
  "input[value]:not([value='']) + &": { display: "none" },
});
