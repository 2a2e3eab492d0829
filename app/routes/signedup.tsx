import { redirect } from "react-router";
import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { pageUser } from "~/account/guard.server";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/signedup";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  const user = pageUser(args);
  if (!user) throw redirect("/");
  return { first_name: user.first_name };
}

/** The page after sign-up (specification 2.7). */
export default function SignedUp({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title={`Welcome to Daybook, ${loaderData.first_name}`}
      lead={
        <span className={tag({ tone: "good" })}>
          <Icon name="tick" size={14} /> Account Created!
        </span>
      }
    >
      <section className={slip}>
        <h2>Check Your Email</h2>
        <p>
          Please check your email (including junk folder) for a signup email that will allow you to confirm your email
          address.
        </p>
        <p className={text({ kind: "hint" })}>
          No email after a few minutes? Send it again, or correct the address, under <a href="/email/">Manage Email</a>.
        </p>
      </section>
      <div className={column()}>
        <p>Three steps set Daybook up. The first takes a minute: a job plan from a template.</p>
        <div className={row()}>
          <LinkButton to="/job_plans/start/" visual="primary">
            Set up your job plan
          </LinkButton>
          <LinkButton to="/">Continue to Main Page</LinkButton>
        </div>
      </div>
    </Page>
  );
}

const slip = css({
  maxWidth: "dialog",
  background: "card",
  border: "line",
  borderRadius: "dialog",
  boxShadow: "slip",
  padding: "5",
  display: "grid",
  gap: "2",
});
