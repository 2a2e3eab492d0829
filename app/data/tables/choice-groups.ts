import type { CustomOption } from "~/diary/cases/options.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { planLabel } from "~/diary/sessions/element-choices";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";

/** All elements that work may be recorded under, also archived, by their plan. */
export function elementGroups(elements: readonly ElementChoice[]): ChoiceGroup[] {
  return [...Map.groupBy(elements, ({ plan_ref }) => plan_ref).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const choices = rows.map(({ unique_ref, description, category }) => {
      return { value: unique_ref, label: `${description} (${category})` };
    });
    return [{ label: planLabel({ ...first, title: first.plan_title }), choices }];
  });
}

/** The options for cases: those of a user, then the Standard ones. */
export function optionGroups(custom: readonly CustomOption[]): ChoiceGroup[] {
  const own = custom.map(({ unique_ref, label }) => ({ value: unique_ref, label }));
  const standard = [...STANDARD.airway, ...STANDARD.procedure].map(({ name, options }) => {
    return { label: name, choices: options.map(({ id, label }) => ({ value: id, label })) };
  });
  return own.length > 0 ? [{ label: "Your own options", choices: own }, ...standard] : standard;
}
