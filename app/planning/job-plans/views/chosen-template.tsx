import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { TemplatePreview } from "../from-template";
import { formatSum, TemplateElements } from "./template-list";

/** Above the form of a new plan: what it starts with, and the way to another start. */
export function ChosenTemplate({ template }: { template: TemplatePreview | null }) {
  if (!template) {
    return (
      <p>
        <Link to="/job_plans/templates/">Start from a template</Link>{" "}
        <span className={text({ kind: "quiet" })}>with the usual elements of a week</span>
      </p>
    );
  }
  return (
    <section className={`${column({ gap: "1" })} ${frame}`} aria-label="Template">
      <p>
        Starts with the elements of <strong>{template.name}</strong>:{" "}
        <span className={css({ fontVariantNumeric: "tabular-nums" })}>{formatSum(template.sums)}</span> PA a week.{" "}
        <Link to="/job_plans/templates/">Choose another</Link>
      </p>
      <TemplateElements elements={template.elements} />
    </section>
  );
}

const frame = css({ paddingBottom: "4", borderBottom: "line" });
