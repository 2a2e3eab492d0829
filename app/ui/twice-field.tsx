import type { TwiceTime } from "~/platform/time/which-time";
import { SegmentField } from "./choice-fields";
import type { FormView } from "./form-state";

/** In the night the clocks go back a time may mean either of two. */
export function TwiceField({ form, name, twice }: { form: FormView; name: string; twice: TwiceTime | null }) {
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
