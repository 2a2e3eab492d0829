import { Link, useLocation, useRouteLoaderData } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import type { FormState, TextLink } from "~/platform/http/action-result";

/** A form for its page: the typed values, else the initial ones. */
export interface FormView {
  value(name: string): string;
  values(name: string): string[];
  /** Initial value of a field, before anything was typed: for a saved row, what is saved. */
  start(name: string): string;
  error(name: string): string | undefined;
  /** Number of rows of a repeated group, such as `schedule[0].weekday`. */
  rows(group: string): number;
  errors: { name: string; message: string }[];
  /** What the errors were made of: another object is another answer, to which the focus moves. */
  refusal: object | undefined;
  /** See `FormState`. */
  link?: TextLink | undefined;
  /** Why a form was kept: nothing of it is saved yet. */
  kept?: string | undefined;
}

type FormDefaults = Record<string, string | readonly string[] | null | undefined>;

/** Buttons below a form that send none of its answers: it keeps those that its page showed. */
const BELOW_FORM = ["archive", "restore", "delete"];

/**
 * Makes the view of a form.
 * @param state what the action of this page returned, if it just did
 */
export function formView(defaults: FormDefaults, state: FormState | undefined): FormView {
  const isKept = !state || BELOW_FORM.includes(state.values.intent?.[0] ?? "");
  const shown: FormDefaults = { ...(isKept && defaults), ...state?.values };
  const listed = (value: FormDefaults[string]): string[] => [value ?? []].flat();
  const values = (name: string) => listed(shown[name]);
  return {
    values,
    value: (name) => values(name)[0] ?? "",
    start: (name) => listed(defaults[name])[0] ?? "",
    error: (name) => state?.errors[name]?.[0],
    rows: (group) =>
      Object.keys(shown).reduce((most, name) => {
        const index = name.startsWith(`${group}[`) ? Number.parseInt(name.slice(group.length + 1), 10) : -1;
        return Math.max(most, index + 1);
      }, 0),
    errors: Object.entries(state?.errors ?? {}).map(([name, list]) => ({ name, message: list[0] ?? "" })),
    refusal: state?.errors,
    link: state?.link,
  };
}

/** A form that was refused because its user's login had expired, or because of what `why` says. */
export interface FormDraft {
  /** Path and query of the page that it was sent from. */
  path: string;
  form: FormState;
  why?: string | undefined;
}

/** The form draft of the user, from the root loader: the form, if it is of this page, else its path. */
export interface SavedDraft {
  here: FormDraft | null;
  elsewhere: string | null;
}

/**
 * The view of a form behind a login: as `formView`, and filled in again from a form draft of this page.
 * @param state what the action of this page returned, if it just did
 */
export function useFormView(defaults: FormDefaults, state: FormState | undefined): FormView {
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as { draft: SavedDraft | null } | undefined;
  const here = root?.draft?.here;
  if (state || here?.path !== pathname + search) return formView(defaults, state);
  // It comes anew with each load of the page's data.
  return { ...formView(defaults, here.form), refusal: undefined, kept: here.why };
}

/** The idempotency key of a form: that of a form draft, else the new one of the page. */
export function keyOf(form: FormView, fresh: string): string {
  return (form.kept && form.value("idempotency_key")) || fresh;
}

/** Notice above a form that was kept. */
export function DraftNotice({ form }: { form: FormView }) {
  if (!form.kept) return null;
  return (
    <div className={note({ tone: "warn" })} data-form-draft="">
      <p>
        <strong>Nothing is saved yet.</strong> {form.kept} It is filled in again: check it, then send it once more.
      </p>
    </div>
  );
}

/** Notice on every other page, until the form is sent or its hour is over. */
export function DraftElsewhere({ draft }: { draft: SavedDraft | null | undefined }) {
  if (!draft?.elsewhere) return null;
  return (
    <p className={note({ tone: "warn" })} data-kept-elsewhere="">
      A form of yours was not saved because your login had ended. It is kept for an hour.{" "}
      {/* A full load: the form comes with its page. */}
      <Link to={draft.elsewhere} reloadDocument className={css({ fontWeight: "strong", whiteSpace: "nowrap" })}>
        Go on with it
      </Link>
    </p>
  );
}
