import { redirect } from "react-router";
import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { homeOf, mayOpen } from "~/account/levels";
import { logOut } from "~/account/login/log-out.server";
import { userContext } from "~/account/login/logins.server";
import { databaseContext } from "~/platform/db/database.server";
import { referringPath } from "~/platform/http/request-path";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/logout";

export function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (!user || !mayOpen("account", user.level)) throw redirect("/");
  return { back: referringPath(request, homeOf(user.level)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return logOut(context.get(databaseContext), request);
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <DialogPage title="Logout">
      <PostForm newDocument className={column({ gap: "5" })}>
        <p className={css({ fontSize: "lead" })}>Are you sure you want to logout?</p>
        <div className={row()}>
          <SubmitButton>Logout</SubmitButton>
          <LinkButton to={loaderData.back}>Cancel</LinkButton>
        </div>
      </PostForm>
    </DialogPage>
  );
}
