import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { ANSWER, type BotCheckData, TOKEN_NAMES } from "../bot-check";
import { showWidget } from "./turnstile";

interface BotCheckProps {
  check: BotCheckData;
  form: FormView;
  /** Hears what the check still waits for, in words; "" once it has a token or an answer. Script's business only. */
  onOwes: (words: string) => void;
}

const NOT_LOADED = "The automatic check could not be loaded here. Answer this question in its place.";
const CHOSEN = "Answer this question in place of the automatic check.";

/**
 * Turnstile's widget where script runs; a question in words where it does not, where the widget does not come, and
 * once the server has refused. Each refusal brings a new question, and with it a new widget without a token.
 */
export function BotCheck({ check, form, onOwes }: BotCheckProps) {
  const refused = form.error(ANSWER) !== undefined;
  const [instead, setInstead] = useState("");
  // It stays: where the widget failed once it would again.
  if (refused && !instead) setInstead(CHOSEN);
  const { id } = check.question;
  return (
    <div aria-live="polite">
      {refused || instead ? (
        <Question key={id} check={check} form={form} onOwes={onOwes} lead={refused ? "" : instead} />
      ) : (
        <>
          <Widget key={id} check={check} onOwes={onOwes} onInstead={setInstead} />
          <noscript>
            <Question check={check} form={form} />
          </noscript>
        </>
      )}
    </div>
  );
}

interface WidgetProps {
  check: BotCheckData;
  onOwes: (words: string) => void;
  onInstead: (words: string) => void;
}

function Widget({ check: { action, siteKey, scriptUrl }, onOwes, onInstead }: WidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const [token, setToken] = useState("");
  useEffect(() => {
    if (!box.current) return;
    return showWidget(box.current, { siteKey, scriptUrl, action }, setToken, () => onInstead(NOT_LOADED));
  }, [siteKey, scriptUrl, action, onInstead]);
  useEffect(() => onOwes(token ? "" : "Wait for the check that you are a person."), [token, onOwes]);
  return (
    <div className={widget}>
      <div ref={box} className={frame} />
      <input type="hidden" name={TOKEN_NAMES[action]} value={token} />
      {token === "" && (
        <button type="button" className={quietButton} onClick={() => onInstead(CHOSEN)}>
          Answer a question instead
        </button>
      )}
    </div>
  );
}

interface QuestionProps {
  check: BotCheckData;
  form: FormView;
  onOwes?: (words: string) => void;
  lead?: string;
}

function Question({ check: { question }, form, onOwes, lead }: QuestionProps) {
  const [answer, setAnswer] = useState("");
  useEffect(() => onOwes?.(answer ? "" : "Answer the question to go on."), [answer, onOwes]);
  return (
    <div className={column({ gap: "2" })}>
      {lead && <p className={text({ kind: "small" })}>{lead}</p>}
      <TextField
        form={form}
        name={ANSWER}
        label={question.text}
        hint="It shows that a person is filling in this form. Digits or words will do."
        width="ch12"
        onInput={setAnswer}
      />
      <input type="hidden" name="question_id" value={question.id} />
      <input type="hidden" name="question_expires" value={question.expires} />
      <input type="hidden" name="question_signature" value={question.signature} />
    </div>
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

const quietButton = css({
  background: "transparent",
  border: "plain",
  padding: "0",
  minHeight: { base: "control", wide: "target" },
  fontSize: "sm",
  color: "accent",
  textDecorationLine: "underline",
});
