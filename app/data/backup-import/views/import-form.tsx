import { Link } from "react-router";
import { column, row, text } from "styled-system/recipes";
import { PasswordAndCode } from "~/account/factors/views/code-field";
import { ConfirmFirst } from "~/account/views/confirm-first";
import { SegmentField } from "~/ui/forms/choice-fields";
import { FieldFrame, fieldAttributes } from "~/ui/forms/field-frame";
import { fileControl } from "~/ui/forms/file-control";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm, useSending } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

const MODES = [
  { value: "add", label: "Add what is missing" },
  { value: "replace", label: "Replace everything" },
];

interface ImportFormProps {
  form: FormView;
  asksCode: boolean;
  /** What the user must do before any import; null when there is nothing. */
  confirmFirst: string | null;
}

/** The file is the last field, so that the server has the other answers when its first byte arrives. */
export function ImportForm({ form, asksCode, confirmFirst }: ImportFormProps) {
  const sending = useSending();
  return (
    <PostForm encType="multipart/form-data" className={column({ gap: "5" })}>
      <ConfirmFirst words={confirmFirst} />
      <SegmentField
        form={form}
        name="way"
        label="What to do with it"
        hint={
          <>
            Adding keeps everything that is in your diary. Replacing deletes your diary first and cannot be undone:{" "}
            <Link to="/mydata/export/">export everything</Link> before.
          </>
        }
        choices={MODES}
      />
      <PasswordAndCode
        form={form}
        asksCode={asksCode}
        label="Password, to replace everything"
        hint="Leave blank to add"
      />
      <FieldFrame form={form} name="file" label="JSON file" hint="A file exported by Daybook, up to 95 MB">
        <input
          {...fieldAttributes({ form, name: "file", hint: "A file exported by Daybook." })}
          type="file"
          accept=".ndjson,.json,application/x-ndjson,application/json"
          className={fileControl}
        />
      </FieldFrame>
      <div className={row()}>
        <SubmitButton>Import</SubmitButton>
      </div>
      <p role="status" className={text({ kind: "hint" })}>
        {sending && "Reading the file. This can take a minute."}
      </p>
    </PostForm>
  );
}
