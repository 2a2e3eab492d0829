import type { z } from "zod";

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
