import { redirect } from "react-router";
import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { homeOf, mayOpen } from "~/account/levels";
import { logOut } from "~/account/login/log-out.server";
import { userContext } from "~/account/login/logins.server";
import { deviceOf, devicesOf } from "~/diary/no-signal/devices.server";
import { databaseContext } from "~/platform/db/database.server";
import { referringPath } from "~/platform/http/request-path";
import { formatCounted } from "~/platform/time/counted";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/logout";

export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (!user || !mayOpen("account", user.level)) throw redirect("/");
  const here = deviceOf(request);
  const devices = here ? await devicesOf(context.get(databaseContext), user.unique_ref) : [];
  const waiting = devices.find(({ unique_ref }) => unique_ref === here)?.waiting ?? 0;
  return { back: referringPath(request, homeOf(user.level)), waiting };
}

export async function action({ request, context }: Route.ActionArgs) {
  return logOut(context.get(databaseContext), request);
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <DialogPage title="Logout">
      <PostForm newDocument className={column({ gap: "5" })}>
        <p className={css({ fontSize: "lead" })}>Are you sure you want to logout?</p>
        {loaderData.waiting > 0 && (
          <p>
            {formatCounted(
              loaderData.waiting,
              "entry that you typed without signal waits",
              "entries that you typed without signal wait",
            )}{" "}
            on this device. What waits stays here, where nobody can read it, and is sent once you log in again.
          </p>
        )}
        <div className={row()}>
          <SubmitButton>Logout</SubmitButton>
          <LinkButton to={loaderData.back}>Cancel</LinkButton>
        </div>
      </PostForm>
    </DialogPage>
  );
}
