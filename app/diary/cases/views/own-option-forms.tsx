import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";
import { formatUses, KIND_WORDS, type OwnOption } from "../own-options";

interface OwnOptionFormsProps {
  form: FormView;
  option: OwnOption & { uses: number };
}

/** Rename, then archive or restore, then delete while no case has it. */
export function OwnOptionForms({ form, option }: OwnOptionFormsProps) {
  const { kind, active, uses } = option;
  const version = form.value("version");
  const one = KIND_WORDS[kind].one;
  return (
    <>
      <PostForm hidden={{ intent: "rename", version }} className={column({ gap: "4" })}>
        <TextField
          form={form}
          name="label"
          label={`Name of the ${one}`}
          hint={uses === 0 ? formatUses(uses) : `${formatUses(uses)}: each will show the new name`}
          width="ch40"
        />
        <div>
          <SubmitButton>Save name</SubmitButton>
        </div>
      </PostForm>
      <PostForm
        hidden={{ intent: active ? "archive" : "restore", version }}
        className={`${column({ gap: "3" })} ${apart}`}
      >
        <h2>{active ? "Archive" : "Restore"}</h2>
        <p className={text({ kind: "read" })}>
          {active
            ? "It leaves the list for new cases. Cases that have it keep it, and you can restore it at any time."
            : "It is archived. Restored, it is on the list for new cases again."}
        </p>
        <div>
          <SubmitButton visual="normal">{active ? "Archive option" : "Restore option"}</SubmitButton>
        </div>
      </PostForm>
      {uses === 0 && (
        <PostForm hidden={{ intent: "delete", version }} className={`${column({ gap: "3" })} ${apart}`}>
          <h2>Delete</h2>
          <p className={text({ kind: "read" })}>No case has it, so it can go for good.</p>
          <div>
            <SubmitButton visual="danger">Delete option</SubmitButton>
          </div>
        </PostForm>
      )}
    </>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
