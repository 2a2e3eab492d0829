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

/** What could be read of a form: a faulty answer is not there. */
export type Readable<Answers> = { [Name in keyof Answers]?: Answers[Name] };

/**
 * Judges answers beside each other, also where some cannot be read: so one submit names every mistake. A transform after
 * it sees answers without fault only.
 */
export function beside<Schema extends z.ZodObject>(
  schema: Schema,
  judge: (answers: Readable<z.output<Schema>>, context: z.RefinementCtx) => void,
): Schema {
  const check = (answers: object, context: z.RefinementCtx) => {
    const faulty = context.issues.map(({ path }) => path?.[0]);
    const read = Object.entries(answers).filter(([name]) => !faulty.includes(name));
    judge(Object.fromEntries(read) as Readable<z.output<Schema>>, context);
  };
  return schema.superRefine(check, { when: () => true });
}

/** Further faults of a form that has some: where it has none the slice says them, with what it knows beside the form. */
export function besideFaults<Schema extends z.ZodObject>(
  schema: Schema,
  faults: (answers: Readable<z.output<Schema>>) => Record<string, string>,
): Schema {
  return beside(schema, (answers, context) => {
    if (context.issues.length === 0) return;
    for (const [name, message] of Object.entries(faults(answers))) {
      context.addIssue({ code: "custom", path: [name], message });
    }
  });
}
