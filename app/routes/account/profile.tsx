import { Link } from "react-router";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { homeOf, mayOpen } from "~/account/levels";
import { OwnPages, ProfileFacts } from "~/account/views/profile-facts";
import { PROFILE_HELD } from "~/diary/locks/rules";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { namesForm, profileForm } from "~/profile/form";
import { profilePage } from "~/profile/page.server";
import { saveProfile } from "~/profile/queries.server";
import { NameFields, ProfileFields } from "~/profile/views/profile-fields";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/profile";

/** The page that a login with a passkey leads to (specification section 4). */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("account", args);
  const { level } = context.user;
  return { ...(await profilePage(context)), home: homeOf(level), keepsDiary: mayOpen("diary", level) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("account", args);
  const form = await readForm(args.request, mayOpen("diary", context.user.level) ? profileForm : namesForm);
  if (!form.ok) return refuse(form.state);
  const written = await saveProfile(context, form.value, form.fingerprint);
  // The pages of undo are the diary's.
  const saved = written.refusal || mayOpen("diary", context.user.level) ? written : { undo: null };
  return answerSave(args.request, form.state, saved, "/profile/", "Profile saved");
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, elements, locked, answers, home, keepsDiary } = loaderData;
  const form = useFormView(answers, actionData?.form);
  return (
    <Page
      title="Profile"
      form={form}
      lead={
        <>
          You are logged in as {facts.name || facts.username}.{" "}
          <Link to={home}>{keepsDiary ? "Open your logbook" : "Go to the main page"}</Link>
        </>
      }
    >
      <ProfileFacts {...facts} />
      <PostForm hidden={{ version: form.value("version") }} className={column({ gap: "6" })}>
        {keepsDiary ? (
          <ProfileFields
            form={form}
            elements={elements}
            locked={
              <LockedNotice words={locked} besideAnswers>
                Reports of locked days go by {PROFILE_HELD}, so you cannot change these.
              </LockedNotice>
            }
          />
        ) : (
          <NameFields form={form} />
        )}
        <div className={css({ maxWidth: "read" })}>
          <SubmitButton>Save profile</SubmitButton>
        </div>
      </PostForm>
      <OwnPages keepsDiary={keepsDiary} />
    </Page>
  );
}
