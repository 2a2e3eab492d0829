import type { z } from "zod";

type AnswerCondition = (answers: Readonly<Record<string, unknown>>) => boolean;

const exemptForms = new WeakMap<object, AnswerCondition>();

/**
 * Marks a form as needing no space: it deletes, archives or only asks. A full account may send it.
 * @param isSo condition where that depends on the button, on an answer that the form itself acts on: see `byIntent`
 */
export function exemptFromQuota<Form extends z.ZodType>(form: Form, isSo: AnswerCondition = () => true): Form {
  exemptForms.set(form, isSo);
  return form;
}

/**
 * Condition: one of these buttons was pressed. A button that is sent several times, or that the form does not know,
 * does not count.
 */
export function byIntent(...values: string[]): AnswerCondition {
  return (answers) => values.some((value) => value === answers.intent);
}

/** Whether answers, as posted, may add data to an account. */
export function countsTowardsQuota(form: z.ZodType, answers: unknown): boolean {
  if (typeof answers !== "object" || answers === null) return true;
  return !exemptForms.get(form)?.(answers as Readonly<Record<string, unknown>>);
}

/** The valid answers of a form: faulty ones are missing. */
export type Readable<Answers> = { [Name in keyof Answers]?: Answers[Name] };

/**
 * Adds checks that compare fields, and also run when some fields are faulty, so that one submit reports every mistake.
 * A transform after it gets only valid answers.
 */
export function withCrossFieldChecks<Schema extends z.ZodObject>(
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

/**
 * Adds further faults to a form that already has some. Where it has none, its action reports them, with data from
 * outside the form.
 */
export function withFurtherErrors<Schema extends z.ZodObject>(
  schema: Schema,
  faults: (answers: Readable<z.output<Schema>>) => Record<string, string>,
): Schema {
  return withCrossFieldChecks(schema, (answers, context) => {
    if (context.issues.length === 0) return;
    for (const [name, message] of Object.entries(faults(answers))) {
      context.addIssue({ code: "custom", path: [name], message });
    }
  });
}
