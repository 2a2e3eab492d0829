import { data } from "react-router";
import { type RequestContext, requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { devicesOf, forgetDevice } from "~/diary/no-signal/devices.server";
import { waitingWords } from "~/diary/no-signal/waiting";
import { deletingForm } from "~/platform/http/fields";
import { formView } from "~/ui/forms/form-state";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/revoke";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const device = await deviceIn(context, args.params);
  return { name: device.name, waiting: waitingWords(device, context.now) };
}

/** @throws 404 for one that is gone, or another user's */
async function deviceIn({ db, user }: RequestContext, { deviceRef }: Route.ActionArgs["params"]) {
  const device = (await devicesOf(db, user.unique_ref)).find(({ unique_ref }) => unique_ref === deviceRef);
  if (!device) throw data(null, { status: 404 });
  return device;
}

export const action = saves(
  "diary",
  deletingForm,
  async (by, _sent, { params }: Route.ActionArgs) => {
    const { unique_ref } = await deviceIn(by, params);
    await forgetDevice(by.db, by.user.unique_ref, unique_ref);
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
