import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { choice, column, field, text } from "styled-system/recipes";
import { underLabel } from "./choice-fields";
import { FieldError, type FieldProps, fieldAttributes } from "./field-frame";

interface ListedChoice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Its full explanation, below its hint. */
  children?: ReactNode;
}

interface ChoiceListProps extends FieldProps {
  /** One answer, or any number of them. */
  type: "radio" | "checkbox";
  choices: readonly ListedChoice[];
  /** What is chosen is in `form`, and changed by this. */
  onChoose?: (value: string, chosen: boolean) => void;
  /** For a list that a heading already names. */
  labelUnseen?: boolean;
  /** Class for another layout than a column. */
  className?: string;
}

/**
 * Answers below each other, with room for what each means. The first has the field's id, for the error summary's link.
 */
export function ChoiceList(props: ChoiceListProps) {
  const { form, name, label, labelUnseen, hint, type, choices, onChoose, className } = props;
  const styles = field();
  const { id, "aria-describedby": described } = fieldAttributes(props);
  const chosen = form.values(name);
  return (
    <fieldset className={styles.root} data-invalid={form.error(name) ? "" : undefined} aria-describedby={described}>
      <legend className={labelUnseen ? css({ srOnly: true }) : styles.label}>{label}</legend>
      {hint && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <FieldError form={form} name={name} />
      <div className={className ?? column({ gap: "2" })}>
        {choices.map((each, index) => (
          <div key={each.value}>
            <label className={choice()}>
              <input
                type={type}
                id={index === 0 ? id : undefined}
                name={name}
                value={each.value}
                {...(onChoose
                  ? {
                      checked: chosen.includes(each.value),
                      onChange: ({ currentTarget }) => onChoose(each.value, currentTarget.checked),
                    }
                  : { defaultChecked: chosen.includes(each.value) })}
                aria-describedby={each.hint ? `${name}-${each.value}` : undefined}
              />
              <span className={css({ flex: "1" })}>{each.label}</span>
            </label>
            {each.hint && (
              <p id={`${name}-${each.value}`} className={`${text({ kind: "hint" })} ${underLabel}`}>
                {each.hint}
              </p>
            )}
            {each.children && <div className={pastBox}>{each.children}</div>}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const pastBox = css({ paddingLeft: "[28px]" });
