interface Work {
  category: string;
  description: string;
}

/**
 * Key of the work of an element: a plan that follows another goes on with the elements that have the same category and
 * name, for the same employer.
 */
export function workKey({ employer }: { employer: string }, { category, description }: Work): string {
  return JSON.stringify([employer.toLowerCase(), category, description.toLowerCase()]);
}
