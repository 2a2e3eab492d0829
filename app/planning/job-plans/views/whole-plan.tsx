import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { TickField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";

/** Asked where a change reaches back over work that was held to the plan as it was. */
export function WholePlan({ form, planRef }: { form: FormView; planRef: string }) {
  if (form.error("whole_plan") === undefined && form.value("whole_plan") === "") return null;
  return (
    <div className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
      <TickField
        form={form}
        name="whole_plan"
        label="It holds for the whole plan, also for the weeks that are worked"
      />
      <p>
        To change it from a date on,{" "}
        <Link to={pathTo("/job_plans/:planRef/copy/", { planRef })}>copy the plan from that date</Link>, and change the
        element in the copy.
      </p>
    </div>
  );
}
