import type { z } from "zod";
import type { FormView } from "./form-state";

/** The names of a form's fields, from its schema. */
type NamesOf<Schema extends z.ZodType> = KeysOfEach<z.input<Schema>>;
type KeysOfEach<Answers> = Answers extends unknown ? keyof Answers & string : never;

/**
 * Names the fields of a form for the components that draw them: a name that its schema does not have is a type error.
 * Only the type of the schema is asked for, so nothing of it is sent to the browser.
 */
export function fieldsOf<Schema extends z.ZodType>(form: FormView) {
  return <Name extends NamesOf<Schema>>(name: Name) => ({ form, name });
}
