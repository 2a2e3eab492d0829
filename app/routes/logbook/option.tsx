import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { optionForm } from "~/diary/cases/form";
import { formatUses, KINDS, type OwnOption } from "~/diary/cases/options";
import { deleteOption, ownOption, renameOption, setOptionActive } from "~/diary/cases/own-options.server";
import { type FormView, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { ListedActions } from "~/ui/layout/listed-actions";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/option";

const OVERVIEW = "/logbook/options/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  return { option: await ownOption(db, user.id, args.params.optionRef) };
}

export const action = saves(
  "diary",
  optionForm,
  async (by, { value, fingerprint }, { params: { optionRef: ref } }: Route.ActionArgs) => {
    const edit = { ref, version: value.version, fingerprint };
    // Sent again, because its response was lost, it finds none.
    if (value.intent === "delete") return { ...(await deleteOption(by, edit)), message: "Option deleted" };
    if (value.intent === "rename") {
      const { kind } = await ownOption(by.db, by.userId, ref);
      return renameOption(by, { ...edit, kind }, value.label);
    }
    const saved = await setOptionActive(by, edit, value.intent === "restore");
    return { ...saved, message: `Option ${value.intent}d` };
  },
  {
    to: OVERVIEW,
    message: "Option renamed",
    of: ({ db, userId }, { params }) => ownOption(db, userId, params.optionRef),
  },
);

export default function Option({ loaderData, actionData }: Route.ComponentProps) {
  const { option } = loaderData;
  const defaults = { label: option.label, version: String(option.version) };
  // Only the first button sends a name: after the others the saved one is shown.
  const form = useFormView(defaults, actionData?.form);
  return (
    <DialogPage title={option.label} form={form} back={OVERVIEW}>
      <OptionForms form={form} option={option} />
    </DialogPage>
  );
}

/** Forms to rename an option, to archive or restore it, and to delete it while no case has it. */
function OptionForms({ form, option: { kind, active, uses } }: { form: FormView; option: OwnOption }) {
  const version = form.value("version");
  return (
    <>
      <PostForm hidden={{ intent: "rename", version }} className={column({ gap: "4" })}>
        <TextField
          form={form}
          name="label"
          label={`Name of the ${KINDS[kind].one}`}
          hint={uses === 0 ? formatUses(uses) : `${formatUses(uses)}: each will show the new name`}
          width="ch40"
        />
        <div>
          <SubmitButton>Save name</SubmitButton>
        </div>
      </PostForm>
      <ListedActions
        one="option"
        active={active}
        version={version}
        archive="It will no longer be offered for new cases. Cases that have it keep it. You can restore it at any time."
        restore="It is archived. If you restore it, it is offered for new cases again."
        deletion={uses === 0 ? "No case uses it, so you can delete it. You can undo this for an hour." : null}
      />
    </>
  );
}
