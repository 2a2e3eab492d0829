/** Answers and messages that an action returns to its page: answers as typed, and messages, both by field name. */
export interface FormState {
  values: Record<string, string[]>;
  /** The name "" is the form as a whole. */
  errors: Record<string, string[]>;
  /** Where what stands in the way of the form as a whole can be changed. */
  link?: TextLink;
}

/** A link in words. */
export interface TextLink {
  path: string;
  words: string;
}

/** A named value in words. */
export interface Fact {
  name: string;
  value: string;
}

/**
 * The answer of every action that does not redirect: the data with which its page is shown again.
 * @typeParam Shown fields that only this page shows, such as search results
 */
export type ActionResult<Shown extends object = object> = Partial<Shown> & {
  /** The answers sent, with their messages; missing where the page no longer has a form. */
  form?: FormState;
  newer?: NewerVersion | undefined;
};

/** An action result with its form. */
export type FormResult<Shown extends object = object> = ActionResult<Shown> & { form: FormState };

/** The current state of a row that was changed elsewhere meanwhile. */
export interface NewerVersion {
  /**
   * Version of the row shown. A second press starts from it, and so replaces or deletes only what was shown, nothing
   * newer.
   */
  version: number;
  /** What the page shows about the sessions that follow, if its form sends that. */
  following?: string;
}
