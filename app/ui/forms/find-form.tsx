import { css } from "styled-system/css";
import { SubmitButton } from "../layout/button";
import type { FormView } from "./form-state";
import { PostForm } from "./post-form";
import { TextField } from "./text-fields";

/** Search form. The words are private text of the user: they are posted, and are in no address. */
export function FindForm({ form, label }: { form: FormView; label: string }) {
  return (
    <PostForm className={findForm}>
      <search className={css({ display: "contents" })}>
        <TextField form={form} name="words" label={label} />
        <SubmitButton visual="normal" name="intent" value="find">
          Find
        </SubmitButton>
      </search>
    </PostForm>
  );
}

const findForm = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  alignItems: "flex-end",
  "& > search > div": { flex: "[0 1 44ch]", minWidth: "0" },
  "& button": { minHeight: "control" },
  _print: { display: "none" },
});
