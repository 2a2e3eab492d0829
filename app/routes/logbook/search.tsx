import { useContext, useEffect, useRef, useState } from "react";
import { data, Link, useFetcher } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { customOptions } from "~/diary/cases/options.server";
import { LogbookFoot } from "~/diary/list/views/diary-navigation";
import { searchForm } from "~/diary/search/form";
import { searchChoices } from "~/diary/search/queries.server";
import { type Found, searchDiary } from "~/diary/search/search-diary.server";
import { SEARCH_PATH, SearchForm } from "~/diary/search/views/search-form";
import { SearchResults } from "~/diary/search/views/search-results";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { FormResult } from "~/platform/http/action-result";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { IN_BACKGROUND } from "~/ui/connection/connection";
import { useFormView } from "~/ui/forms/form-state";
import { BehindDialogContext } from "~/ui/layout/front";
import { Page } from "~/ui/layout/page";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/search";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const [elements, custom] = await db.batch([elementChoices(db, user.id), customOptions(db, user.id)]);
  return { choices: searchChoices(elements, custom) };
}

/** Answers with the results, without a redirect: an address would contain the words, which are private. */
export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, searchForm);
  if (!form.ok) return refuse(form.state);
  const answer = await searchDiary(context, form.value);
  if (!answer.ok) return refuse(form.state, answer.errors);
  return data<Answer>({ form: form.state, found: answer.found });
}

/** Says nothing where a search in the background fails. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const answer = serverAction();
  return new URL(request.url).search === IN_BACKGROUND ? answer.catch(() => undefined) : answer;
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
      lead="Your text is encrypted, so each search decrypts and reads it, newest first."
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

type Answer = FormResult<{ found: Found }>;

/**
 * Results of a search, searched again when its page comes back from a dialog over it, so that what was saved or deleted
 * there shows. The older results stay until then, and if the second search fails.
 */
function useFresh(answer: Answer | undefined): Found | undefined {
  const behind = useContext(BehindDialogContext);
  const wasBehind = useRef(behind);
  const { submit, data } = useFetcher<Answer>();
  const asked = useRef<Answer | undefined>(undefined);
  const [fresh, setFresh] = useState<{ of: Answer; found: Found } | null>(null);

  useEffect(() => {
    const isBack = wasBehind.current && !behind;
    wasBehind.current = behind;
    if (!isBack || !answer?.found) return;
    asked.current = answer;
    const form = new FormData();
    for (const [name, values] of Object.entries(answer.form.values)) {
      for (const value of values) form.append(name, value);
    }
    // Nothing else is loaded again: that would remove the page's present notice.
    submit(form, { method: "post", action: SEARCH_PATH + IN_BACKGROUND, defaultShouldRevalidate: false });
  }, [behind, answer, submit]);

  useEffect(() => {
    if (data?.found && asked.current) setFresh({ of: asked.current, found: data.found });
  }, [data]);

  return fresh && fresh.of === answer ? fresh.found : answer?.found;
}
