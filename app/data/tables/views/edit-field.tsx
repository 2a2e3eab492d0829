import { css } from "styled-system/css";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { typeTime } from "~/ui/typed-text";
import type { CellField } from "../edit/fields";

interface EditFieldProps {
  field: CellField;
  form: FormView;
  name: string;
  called: string;
  choices: readonly Choice[];
  groups: readonly ChoiceGroup[];
}

/** The field of a cell: its label is shown on a phone alone, where no head stands over it. */
export function EditField({ field, form, name, called, choices, groups }: EditFieldProps) {
  const { kind, label, width, blank } = field;
  const words = (
    <>
      <span className={onlyNarrow} aria-hidden="true">
        {label}
      </span>
      <span className={css({ srOnly: true })}>{`${label}, ${called}`}</span>
    </>
  );
  const at = { form, name, label: words };
  if (kind === "choice") {
    return (
      <div className={groups.length > 0 ? wide : width && !form.error(name) ? middle : roomy}>
        <SelectField
          {...at}
          width={width ?? "full"}
          choices={choices}
          groups={groups}
          {...(blank === undefined ? {} : { blank })}
        />
      </div>
    );
  }
  return (
    <div className={kind === "text" || form.error(name) ? roomy : narrow}>
      <TextField
        {...at}
        width={width ?? "full"}
        figures={kind !== "text"}
        inputMode={kind === "text" ? "text" : "decimal"}
        {...(kind === "time" ? { shape: typeTime } : {})}
      />
    </div>
  );
}

/** What a column's head says where the table is wide. */
export const onlyNarrow = css({ display: { base: "block", wide: "none" } });
const narrow = css({ minWidth: "[72px]" });
const middle = css({ minWidth: "[108px]" });
const wide = css({ minWidth: "menu", width: "full" });
const roomy = css({ minWidth: "[124px]", width: "full" });
