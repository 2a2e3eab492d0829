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

/**
 * SQL: the references of the elements that count as planned and are the same work as one: itself, and those of plans
 * within a week of its own, whose sessions may lie in the same week.
 * @param element alias of its row
 * @param plan alias of the row of its plan
 */
export function sameWork(element: string, plan: string): string {
  return `(SELECT alike.unique_ref FROM job_plans AS near CROSS JOIN job_plan_elements AS alike
      ON alike.user_id = near.user_id AND alike.plan_ref = near.unique_ref
    WHERE near.user_id = ${plan}.user_id AND near.employer = ${plan}.employer COLLATE NOCASE
      AND coalesce(near.date_end, '9999-12-31') >= date(${plan}.date_start, '-7 days')
      AND +near.date_start <= coalesce(date(${plan}.date_end, '+7 days'), '9999-12-31')
      AND alike.description = ${element}.description COLLATE NOCASE AND alike.category = ${element}.category
      AND alike.counting = 'as_planned')`;
}
