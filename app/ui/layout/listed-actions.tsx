import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "./button";

interface ListedActsProps {
  /** Name of the item: `rate`, `payer` or `option`. */
  one: string;
  active: boolean;
  version: string | number;
  /** What archiving and restoring do, in words. */
  archive: string;
  restore: string;
  /** What deleting does, in words; null if it is not offered. */
  deletion: string | null;
}

/** Forms to archive or restore, and to delete, an item of a list of choices. */
export function ListedActions({ one, active, version, archive, restore, deletion }: ListedActsProps) {
  const act = active ? "Archive" : "Restore";
  return (
    <>
      <PostForm hidden={{ intent: active ? "archive" : "restore", version }} className={part}>
        <h2>{act}</h2>
        <p className={text({ kind: "read" })}>{active ? archive : restore}</p>
        <div>
          <SubmitButton visual="normal">
            {act} {one}
          </SubmitButton>
        </div>
      </PostForm>
      {deletion !== null && (
        <DeletePart one={one} version={version}>
          {deletion}
        </DeletePart>
      )}
    </>
  );
}

interface DeletePartProps extends Pick<ListedActsProps, "one" | "version"> {
  hidden?: Record<string, string>;
  /** What deleting does, in words. */
  children: ReactNode;
}

/** Below the form of a row: the form that deletes it. */
export function DeletePart({ one, version, hidden, children }: DeletePartProps) {
  return (
    <PostForm hidden={{ intent: "delete", version, ...hidden }} className={part}>
      <h2>Delete</h2>
      <p className={text({ kind: "read" })}>{children}</p>
      <div>
        <SubmitButton visual="danger">Delete {one}</SubmitButton>
      </div>
    </PostForm>
  );
}

const part = `${column({ gap: "3" })} ${css({ borderTop: "line", paddingTop: "5" })}`;
