import type { CustomOption } from "~/diary/cases/custom-options.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { planLabel } from "~/diary/sessions/element-choices";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import type { ChoiceGroup } from "~/ui/choice-fields";

export interface SearchChoices {
  elements: ChoiceGroup[];
  options: ChoiceGroup[];
}

/** What the lists of the search offer: all that work may be filed under, archived or not. */
export function searchChoices(elements: readonly ElementChoice[], custom: readonly CustomOption[]): SearchChoices {
  const plans = [...new Set(elements.map(({ plan_ref }) => plan_ref))].flatMap((planRef) => {
    const rows = elements.filter(({ plan_ref }) => plan_ref === planRef);
    const [first] = rows;
    if (!first) return [];
    const choices = rows.map(({ unique_ref, description, category }) => {
      return { value: unique_ref, label: `${description} (${category})` };
    });
    return [{ label: planLabel({ ...first, title: first.plan_title }), choices }];
  });
  const own = custom.map(({ unique_ref, label }) => ({ value: unique_ref, label }));
  const standard = [...STANDARD.airway, ...STANDARD.procedure].map(({ name, options }) => {
    return { label: name, choices: options.map(({ id, label }) => ({ value: id, label })) };
  });
  return {
    elements: plans,
    options: own.length > 0 ? [{ label: "Your own options", choices: own }, ...standard] : standard,
  };
}
