import type { KeyboardEvent, ReactNode } from "react";
import { css } from "styled-system/css";
import { choice, field, segments } from "styled-system/recipes";
import { FieldError, FieldFrame, type FieldProps, fieldAttributes, WIDTHS, type Width } from "./field-frame";

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceGroup {
  label: string;
  choices: Choice[];
}

interface SelectFieldProps extends FieldProps {
  choices?: readonly Choice[];
  groups?: readonly ChoiceGroup[];
  /** First choice, with the value "". */
  blank?: string;
  width?: Width;
  onInput?: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { form, name, choices = [], groups = [], blank, width = "full", onInput } = props;
  return (
    <FieldFrame {...props}>
      <select
        {...fieldAttributes(props)}
        defaultValue={form.value(name)}
        className={WIDTHS[width]}
        onChange={onInput && ((event) => onInput(event.currentTarget.value))}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </FieldFrame>
  );
}

interface RadioFieldProps extends FieldProps {
  choices: readonly { value: string; label: ReactNode }[];
  onInput?: (value: string) => void;
}

/** Two to six answers in one row, all visible. The first has the field's id, for the error summary's link. */
export function SegmentField(props: RadioFieldProps) {
  const { form, name, label, hint, choices, onInput } = props;
  const styles = field();
  const seg = segments();
  const { id, "aria-describedby": described } = fieldAttributes(props);
  return (
    <fieldset className={styles.root} data-invalid={form.error(name) ? "" : undefined} aria-describedby={described}>
      <legend className={styles.label}>{label}</legend>
      {hint && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <FieldError form={form} name={name} />
      <div className={seg.root}>
        {choices.map((each, index) => (
          <label key={each.value} className={seg.item}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={each.value}
              defaultChecked={form.value(name) === each.value}
              onChange={onInput && (() => onInput(each.value))}
              onKeyDown={chooseByLetter}
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A letter or digit selects the next answer that begins with it, as in a native list. */
function chooseByLetter(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget } = event;
  if (!/^[\p{L}\p{N}]$/u.test(key) || event.altKey || event.ctrlKey || event.metaKey) return;
  const radios = [
    ...(currentTarget.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? []),
  ];
  const from = radios.indexOf(currentTarget) + 1;
  const next = [...radios.slice(from), ...radios.slice(0, from)].find((radio) =>
    radio.closest("label")?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/** One tick box. */
export function TickField(props: FieldProps & { onInput?: (ticked: boolean) => void }) {
  const { form, name, label, hint, onInput } = props;
  const styles = field();
  return (
    <div className={styles.root} data-invalid={form.error(name) ? "" : undefined}>
      <FieldError form={form} name={name} />
      <label className={choice()}>
        <input
          {...fieldAttributes(props)}
          type="checkbox"
          value="yes"
          defaultChecked={form.value(name) !== ""}
          onChange={onInput && ((event) => onInput(event.currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span id={`${name}-hint`} className={`${styles.hint} ${underLabel}`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Under the text of a label, past the box; on a phone it overlaps the padding of the label. */
export const underLabel = css({ paddingLeft: "[28px]", marginTop: { base: "[-10px]", wide: "0" } });
