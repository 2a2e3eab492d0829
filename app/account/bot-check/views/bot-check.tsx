import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, field, text } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { useSending } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { ANSWER, type BotCheckData, TOKEN_NAMES } from "../bot-check";

interface BotCheckProps {
  check: BotCheckData;
  form: FormView;
}

const NOT_LOADED = "The automatic check could not be loaded. Answer this question instead.";
const CHOSEN = "Answer this question instead of the automatic check.";

/**
 * Turnstile's widget where script runs; a question in words where it does not, where the widget does not load, and
 * after the server has refused. Each refusal brings a new question, and with it a new token. Each change of the value
 * dispatches an `input` event, as if it were typed: see `botCheckMessage`.
 */
export function BotCheck({ check, form }: BotCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [instead, setInstead] = useState("");
  const { action, siteKey, scriptUrl, question } = check;
  const refused = form.error(ANSWER) !== undefined;
  const asks = refused || instead !== "";
  // The question stays: a widget that failed once would fail again.
  if (refused && !instead) setInstead(CHOSEN);

  useEffect(() => {
    const input = place.current?.querySelector("input");
    if (!input) return;
    setFieldValue(input, input.value);
    // The button that chose the question was removed, and the focus lost with it.
    if (instead === CHOSEN && document.activeElement === document.body) input.focus();
    // Each question is asked once: a new one means that a token was spent.
    if (asks || !question.signed) return;
    const take = (token: string) => setFieldValue(input, token);
    const fail = () => setInstead(NOT_LOADED);
    const box = input.previousElementSibling as HTMLElement;
    let end: (() => void) | null = () => {};
    // Imported here, because most logins need no check.
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
            {/* Uncontrolled: React would set a hidden field's value as its default too, and restore it at each
                render. */}
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

function setFieldValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The message while the check in `fields` is incomplete; empty once it has a token or an answer. */
export function botCheckMessage(fields: HTMLElement): string {
  const input = fields.querySelector<HTMLInputElement>(`[name=${ANSWER}],[name^=turnstile]`);
  if (!input || input.value.trim()) return "";
  return input.name === ANSWER ? "Answer the question to continue." : "Wait while we check that you are a person.";
}

/** Disabled while a form is being sent: its response brings another question. */
function QuestionField({ check: { question }, form }: BotCheckProps) {
  return (
    <fieldset disabled={useSending()} className={field().root}>
      <TextField
        form={form}
        name={ANSWER}
        label={question.words}
        hint="This checks that you are a person. Answer with one word or number"
        width="ch12"
      />
      <input type="hidden" name="question" value={question.signed} />
    </fieldset>
  );
}

/** Hidden without script: the question is shown instead. */
const widget = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  alignItems: "center",
  "@media (scripting: none)": { display: "none" },
});

/** Reserves the space of the widget until it has loaded. */
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

/** Hidden once there is a token. */
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
