import type { ReactNode } from "react";
import { column, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { EnterSaves, SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { ElementFields } from "./element-fields";

interface ElementFormPageProps {
  title: string;
  form: FormView;
  /** Which plan it is in, and what a change means. */
  lead: string;
  planRef: string;
  hidden: Record<string, string>;
  notice?: ReactNode;
  /** Before it is saved. */
  question?: ReactNode;
  /** Further ways from here, beside Save. */
  more?: ReactNode;
}

export function ElementFormPage({ title, form, lead, planRef, hidden, notice, question, more }: ElementFormPageProps) {
  return (
    <DialogPage
      title={title}
      form={form}
      back={pathTo("/job_plans/:planRef/", { planRef })}
      footer={
        <>
          <SubmitButton form="element">Save element</SubmitButton>
          {more}
        </>
      }
    >
      {notice}
      <p className={text({ kind: "quiet" })}>{lead}</p>
      <PostForm id="element" hidden={hidden}>
        {/* Enter presses the first button of a form: that must save, not add or remove a row. */}
        <EnterSaves />
        <div className={column({ gap: "5" })}>
          {question}
          <ElementFields form={form} />
        </div>
      </PostForm>
    </DialogPage>
  );
}
