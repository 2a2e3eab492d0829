import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { TickField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";

const TEXTS = ["name"];

interface SaveFormProps {
  form: FormView;
  /** The choices, as an address says them. */
  query: string;
  /** The same in words. */
  words: string;
  idempotencyKey: string;
}

/** Gives the choices of a report a name. The answer is the paper, a document of its own. */
export function SaveForm({ form, query, words, idempotencyKey }: SaveFormProps) {
  const taken = form.error("name") !== undefined && form.value("name") !== "";
  return (
    <PostForm
      action={`/reports/?${query}`}
      hidden={{ idempotency_key: idempotencyKey }}
      newDocument
      className={`${column({ gap: "3" })} ${room}`}
    >
      <p className={text({ kind: "hint" })}>{words}</p>
      <div className={row({ gap: "4", align: "end" })}>
        <TextField form={form} name="name" label="Name" width="ch24" />
        <SubmitButton visual="normal">Save report</SubmitButton>
      </div>
      {taken && <TickField form={form} name="replace" label="Save it in the place of the one that has this name" />}
      <SaveAnyway form={form} names={TEXTS} />
    </PostForm>
  );
}

const room = css({ paddingBlock: "3" });
