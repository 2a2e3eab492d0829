import { column, row, text } from "styled-system/recipes";
import type { UserPage } from "~/admin/user.server";
import type { NamedPlace } from "~/platform/places";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

interface MoveFormProps {
  user: UserPage;
  /** Beside the one that the user is in. */
  regions: readonly NamedPlace[];
  form: FormView;
}

/** Form that moves the user to another region, where there is more than one. */
export function MoveForm({ user, regions, form }: MoveFormProps) {
  const { move } = user;
  if (regions.length === 0 || !user.mayBeMoved) return null;
  const goal = regions.find(({ code }) => code === move?.other)?.name ?? "another region";
  return (
    <section className={column({ gap: "3" })}>
      <h2>Region</h2>
      {move?.state === "stopped" && (
        <p className={text({ kind: "read" })}>
          The move to {goal} stopped, and nothing was changed. {move.reason}.
        </p>
      )}
      {move && move.state !== "stopped" ? (
        <p className={text({ kind: "read" })}>The account is being moved to {goal}. Reload this page in a minute.</p>
      ) : (
        <PostForm hidden={{ intent: "move" }} className={column({ gap: "3" })}>
          <SelectField
            form={form}
            name="region"
            label="Move to another region"
            hint="Takes less than a minute, in which the user cannot use Daybook. All their logins end, and their calendar feed needs a new address."
            blank="Choose a region"
            choices={regions.map(({ code, name }) => ({ value: code, label: name }))}
            width="ch40"
          />
          <div className={row()}>
            <SubmitButton visual="danger">Move account</SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}
