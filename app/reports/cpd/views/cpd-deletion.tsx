import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface CpdDeletionProps {
  version: string;
  idempotencyKey: string;
}

export function CpdDeletion({ version, idempotencyKey }: CpdDeletionProps) {
  return (
    <PostForm
      hidden={{ act: "delete", version, idempotency_key: idempotencyKey }}
      className={`${column({ gap: "3" })} ${apart}`}
    >
      <h2>Delete</h2>
      <p className={text({ kind: "read" })}>It goes for good, with its reflection.</p>
      <div>
        <SubmitButton visual="danger">Delete CPD</SubmitButton>
      </div>
    </PostForm>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
