import { Link } from "react-router";
import { column, text } from "styled-system/recipes";
import { PasswordAndCode } from "~/account/factors/views/code-field";
import type { PartCounts } from "~/data/deletion.server";
import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";
import { SegmentField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";

interface DeleteSomeProps {
  form: FormView;
  holds: PartCounts;
  shown: string;
  asksCode: boolean;
}

/** Form that deletes only the cases, or only the imports. */
export function DeleteSome({ form, holds, shown, asksCode }: DeleteSomeProps) {
  const { cases, fees, imports, rows } = holds;
  return (
    <ConfirmDelete title="Delete some of your data" button="Delete" form={form} back="/mydata/" hidden={{ shown }}>
      <p>
        It is deleted at once and you cannot undo it. You can no longer undo earlier changes either.{" "}
        <Link to="/mydata/export/">Export everything</Link> first: you can restore from the file.
      </p>
      <SegmentField
        form={form}
        name="part"
        label="What to delete"
        choices={[
          { value: "cases", label: "Only cases" },
          { value: "imports", label: "Only imports" },
        ]}
      />
      <div className={column({ gap: "2" })}>
        <p className={text({ kind: "small" })}>
          <strong>Only cases:</strong>{" "}
          {cases === 0
            ? "you have no cases."
            : `${formatCounted(cases, "case")} with ${formatCountedIfAny(fees, "fee") || "no fees"} and everything else in them. Sessions and their fees stay.`}
        </p>
        <p className={text({ kind: "small" })}>
          <strong>Only imports:</strong>{" "}
          {imports === 0
            ? "you have no imported files."
            : `${formatCounted(imports, "imported file")} with ${formatCountedIfAny(rows, "row") || "no rows"}. Cases that were placed from them stay in the logbook, and those imports can no longer be undone.`}
        </p>
      </div>
      <PasswordAndCode form={form} asksCode={asksCode} />
    </ConfirmDelete>
  );
}
