/** What an action hands back to its page: answers as typed, and messages, both by field name. */
export interface FormState {
  values: Record<string, string[]>;
  /** The name "" stands for the form as a whole. */
  errors: Record<string, string[]>;
  /** Where what stands in the way of the form as a whole can be changed. */
  way?: Way;
}

/** A link in words. */
export interface Way {
  path: string;
  words: string;
}

/** One thing in words. */
export interface Fact {
  name: string;
  value: string;
}

/**
 * What every action answers with that does not lead on: its page again.
 * @typeParam Shown what this page alone shows, such as what was found.
 */
export type ActionResult<Shown extends object = object> = Partial<Shown> & {
  /** What was sent, and what to mend in it; missing where the page asks nothing any more. */
  form?: FormState;
  newer?: Newer | undefined;
  gone?: Gone;
};

/** One that has its form again. */
export type FormResult<Shown extends object = object> = ActionResult<Shown> & { form: FormState };

/** A row as it stands now, after it was changed elsewhere. */
export interface Newer {
  /** A second press starts from it: then it replaces, or deletes, what was shown and nothing newer. */
  version: number;
  /** In words; none where the page shows them anyway. */
  facts: readonly Fact[];
  /** What the page shows of the sessions that follow, where its form holds that. */
  following?: string;
}

/** What was to be saved is not there any more. */
export interface Gone {
  /** Whether its deletion can be undone. */
  undoable: boolean;
}
