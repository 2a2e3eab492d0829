import { data } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { leaveOf } from "~/diary/leave/queries.server";
import { leaveSentence } from "~/diary/leave/rules";
import { isGivenBack, sicknessForm } from "~/diary/leave/sickness";
import { recordSickness } from "~/diary/leave/sickness.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { requireRow } from "~/planning/job-plans/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { useFormView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/leave-sick";

export async function loader(args: Route.LoaderArgs) {
  const { db, userId } = requireLevel("diary", args);
  const [rows, locks] = await db.batch([leaveOf(db, userId, args.params.leaveRef), locksOf(db, userId)]);
  const leave = requireRow(rows);
  if (!isGivenBack(leave)) throw data(null, { status: 404 });
  const locked = formatLockedPeriod(locks, leave.date_start, leave.date_end);
  return { words: leaveSentence(leave), answers: { version: String(leave.version) }, locked };
}

export const action = saves(
  "diary",
  sicknessForm,
  async (by, { value, fingerprint }, { params }: Route.ActionArgs) => {
    const leave = requireRow(await leaveOf(by.db, by.userId, params.leaveRef));
    const saved = await recordSickness(by, leave, { ...value, fingerprint });
    return { ...saved, message: "Sick leave recorded, and these days of annual leave given back" };
  },
  {
    to: "/leave/",
    of: async ({ db, userId }, { params }) => requireRow(await leaveOf(db, userId, params.leaveRef)),
  },
);

export default function LeaveSickPage({
  loaderData: { words, answers, locked },
  actionData,
  params,
}: Route.ComponentProps) {
  const form = useFormView(answers, actionData?.form);
  return (
    <FormPage
      title="Days when you were ill"
      form={form}
      id="sickness"
      back={pathTo("/leave/:leaveRef/", params)}
      button="Record sick leave"
      className={column({ gap: "4" })}
      above={<LockedNotice words={locked}>You cannot record sickness in leave that has locked days.</LockedNotice>}
    >
      <p>
        <strong>{words}.</strong> The days when you were ill become sick leave, and are added back to the annual leave
        that you have left.
      </p>
      <FieldPair>
        <DateField form={form} name="from" label="First day of sickness" />
        <DateField form={form} name="until" label="Last day of sickness" hint="Leave blank for one day" clearable />
      </FieldPair>
    </FormPage>
  );
}
