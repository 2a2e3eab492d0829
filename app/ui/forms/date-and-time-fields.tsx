import type { KeyboardEvent } from "react";
import type { AmbiguousTime } from "~/platform/time/ambiguous-time";
import { DateOpener, type DateOpenerProps, setFieldValue } from "../calendar/date-opener";
import { SegmentField } from "./choice-fields";
import type { FieldProps } from "./field-frame";
import type { FormView } from "./form-state";
import { TextField } from "./text-fields";
import { typeTime } from "./typed-text";

interface DateFieldProps extends FieldProps, Pick<DateOpenerProps, "min" | "max" | "clearable"> {
  onInput?: (value: string) => void;
}

/** A field for a typed date, dd/mm/yyyy; script adds the calendar (specification 2.16) behind a button in the field. */
export function DateField({ min, max, clearable, ...props }: DateFieldProps) {
  return (
    <TextField hint="For example, 27/3/2026" {...props} width="ch12" figures inputMode="decimal">
      <DateOpener field={props.name} min={min} max={max} clearable={clearable} />
    </TextField>
  );
}

/**
 * A field for a typed clock time, hh:mm; script adds the colon (specification section 5) and the keys: up and down for
 * five minutes, N for now.
 */
export function TimeField(props: FieldProps & { onInput?: (value: string) => void }) {
  return <TextField {...props} width="ch6" figures inputMode="decimal" shape={typeTime} onKeyDown={timeKey} />;
}

/** The code of the keys, and of the clock, is loaded with the first press. */
function timeKey(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: input } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !/^(ArrowUp|ArrowDown|[nN])$/.test(key)) return;
  event.preventDefault();
  import("../keys/time-keys")
    .then(({ timeAfter }) => setFieldValue(input, timeAfter(key, input.value)))
    // Without a connection the field stays as it is: a time can be typed.
    .catch(() => {});
}

/** In the night when the clocks go back: asks which of two times is meant. */
export function AmbiguousTimeField({
  form,
  name,
  twice,
}: {
  form: FormView;
  name: string;
  twice: AmbiguousTime | null;
}) {
  if (!twice) return null;
  const { time, which, choices } = twice;
  return (
    <SegmentField
      form={{ ...form, value: () => which }}
      name={name}
      label={`${time} happens twice in this night`}
      choices={choices}
    />
  );
}
