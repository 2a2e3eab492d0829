import { data, Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { customOptions } from "~/diary/cases/custom-options.server";
import { searchChoices } from "~/diary/search/choices.server";
import { find } from "~/diary/search/find.server";
import { searchForm } from "~/diary/search/form";
import { SearchForm } from "~/diary/search/views/search-form";
import { SearchResults } from "~/diary/search/views/search-results";
import { type Answer, useFresh } from "~/diary/search/views/use-fresh";
import { LogbookFoot } from "~/diary/sessions/views/quick-acts";
import { elementChoices } from "~/planning/job-plans/choices.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { useFormView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import { behindDialogs } from "~/ui/page-behind";
import type { Route } from "./+types/search";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const [elements, custom] = await db.batch([elementChoices(db, user.id), customOptions(db, user.id)]);
  return { choices: searchChoices(elements, custom) };
}

/** Answers with what it found, and leads nowhere: an address would hold the words, which are private. */
export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const form = await readForm(args.request, searchForm);
  if (!form.ok) return refuse(form.state);
  const answer = await find(asked, form.value);
  if (!answer.ok) return refuse(form.state, answer.errors);
  return data<Answer>({ form: form.state, found: answer.found });
}

interface SearchProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: Answer | undefined;
}

function Search({ loaderData, actionData }: SearchProps) {
  const form = useFormView({}, actionData?.form);
  const found = useFresh(actionData);
  return (
    <Page
      title="Search the logbook"
      form={form}
      back={<Link to="/logbook/">Logbook</Link>}
      lead="Your text is encrypted, so it has no index: it is opened and looked through each time, newest first."
    >
      <SearchForm form={form} choices={loaderData.choices} />
      {found && <SearchResults found={found} answer={actionData} form={form} />}
      <LogbookFoot />
    </Page>
  );
}

/** Dialogs are shown over it. */
export const handle = { behind: true };

export default behindDialogs(Search);
