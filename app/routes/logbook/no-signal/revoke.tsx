import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { devicesOf, forgetDevice } from "~/diary/no-signal/devices.server";
import { waitingWords } from "~/diary/no-signal/waiting";
import { deletingForm } from "~/platform/http/fields";
import { formView } from "~/ui/forms/form-state";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/revoke";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const device = (await devicesOf(db, user.unique_ref)).find(({ unique_ref }) => unique_ref === args.params.deviceRef);
  if (!device) throw data(null, { status: 404 });
  return { name: device.name, waiting: waitingWords(device, now) };
}

export const action = saves(
  "diary",
  deletingForm,
  async ({ db, user }, _sent, { params }: Route.ActionArgs) => {
    await forgetDevice(db, user.unique_ref, params.deviceRef);
    return {};
  },
  { to: "/mydata/", message: "Revoked. Nobody can open what waits on that device any more" },
);

export default function Revoke({ loaderData, actionData }: Route.ComponentProps) {
  const { name, waiting } = loaderData;
  return (
    <ConfirmDelete
      title={`Revoke ${name}`}
      button="Revoke this device"
      form={formView({}, actionData?.form)}
      back="/mydata/"
      hidden={{}}
    >
      <p>
        <strong>{waiting}</strong>
      </p>
      <p>What waits on this device can never be opened after that, and it keeps nothing more. You cannot undo this.</p>
    </ConfirmDelete>
  );
}
