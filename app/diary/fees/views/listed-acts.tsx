import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface ListedActsProps {
  /** What it is: `rate` or `payer`. */
  one: string;
  active: boolean;
  version: string;
}

/** Archive or restore, and delete: of what stands on a list that fees choose from. */
export function ListedActs({ one, active, version }: ListedActsProps) {
  return (
    <>
      <PostForm
        hidden={{ intent: active ? "archive" : "restore", version }}
        className={`${column({ gap: "3" })} ${apart}`}
      >
        <h2>{active ? "Archive" : "Restore"}</h2>
        <p className={text({ kind: "read" })}>
          {active
            ? "It will no longer be offered for new fees. Fees you have already entered do not change. You can restore it at any time."
            : "It is archived. If you restore it, it is offered for new fees again."}
        </p>
        <div>
          <SubmitButton visual="normal">
            {active ? "Archive" : "Restore"} {one}
          </SubmitButton>
        </div>
      </PostForm>
      <PostForm hidden={{ intent: "delete", version }} className={`${column({ gap: "3" })} ${apart}`}>
        <h2>Delete</h2>
        <p className={text({ kind: "read" })}>You cannot undo this. Fees you have already entered do not change.</p>
        <div>
          <SubmitButton visual="danger">Delete {one}</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
