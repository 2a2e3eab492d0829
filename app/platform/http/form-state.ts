/** What an action hands back to its page: answers as typed, and messages, both by field name. */
export interface FormState {
  values: Record<string, string[]>;
  /** The name "" stands for the form as a whole. */
  errors: Record<string, string[]>;
}

/** One thing in words. */
export interface Fact {
  name: string;
  value: string;
}
