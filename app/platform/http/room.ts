import type { z } from "zod";

type IsSo = (answers: Readonly<Record<string, unknown>>) => boolean;

const without = new WeakMap<object, IsSo>();

/**
 * Says of a form that what it sends takes no room: it deletes, archives or only asks. A full account may send it.
 * @param isSo where that hangs on the button, by an answer that the form itself goes by: see `byButton`
 */
export function takesNoRoom<Form extends z.ZodType>(form: Form, isSo: IsSo = () => true): Form {
  without.set(form, isSo);
  return form;
}

/** By one of these buttons. Sent several times, or to a form that does not know it, a button says nothing. */
export function byButton(name: "act" | "intent", ...values: string[]): IsSo {
  return (answers) => values.some((value) => value === answers[name]);
}

/** Whether answers, still as they were sent, may make an account longer. */
export function takesRoom(form: z.ZodType, answers: unknown): boolean {
  if (typeof answers !== "object" || answers === null) return true;
  return !without.get(form)?.(answers as Readonly<Record<string, unknown>>);
}
