import { type ReactNode, useContext, useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { column, dialogPage, row } from "styled-system/recipes";
import type { FormView } from "../forms/form-state";
import { DraftNotice } from "../forms/form-state";
import { LinkButton } from "./button";
import { BehindDialogContext } from "./front";

interface PageTitleProps {
  title: string;
  form?: FormView | undefined;
}

/**
 * The document's title: unique to the page, and with `Error: ` in front when its form has errors. Nothing behind a
 * dialog.
 */
export function PageTitle({ title, form }: PageTitleProps) {
  if (useContext(BehindDialogContext)) return null;
  return <title>{`${form && form.errors.length > 0 ? "Error: " : ""}${title} – Daybook`}</title>;
}

interface PageProps extends PageTitleProps {
  children: ReactNode;
  /** Distinguishes several pages of one title. */
  subtitle?: string;
  /** Above the heading: a link back to where this page belongs. */
  back?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
}

/** A page: error summary, link back, heading with its actions, content. */
export function Page({ title, subtitle, form, back, actions, lead, children }: PageProps) {
  return (
    <div className={column({ gap: "5" })}>
      <PageTitle title={subtitle ? `${title}, ${subtitle}` : title} form={form} />
      {form && <ErrorSummary form={form} />}
      {form && <DraftNotice form={form} />}
      <header className={column({ gap: "1" })}>
        {back && <p className={css({ fontSize: "sm" })}>{back}</p>}
        <div className={row({ spread: true, gap: "4" })}>
          <h1>{title}</h1>
          {actions && <div className={row()}>{actions}</div>}
        </div>
        {lead && <div className={actions ? underActions : css({ color: "quiet" })}>{lead}</div>}
      </header>
      {children}
    </div>
  );
}

/** On a phone they stand between the heading and this. */
const underActions = css({ color: "quiet", paddingTop: { base: "2", wide: "0" } });

export interface DialogPageProps extends PageTitleProps {
  children: ReactNode;
  /** Path of Cancel, which is beside the heading; Escape does the same. */
  back?: string;
  /** In place of Cancel, if the way out has another name. */
  cancel?: ReactNode;
  footer?: ReactNode;
}

/** Id of the heading, which labels a dialog that is shown over another page. */
export const DIALOG_TITLE_ID = "dialog-title";

/** A dialog that is a page with its own address, and works as a page without script. */
export function DialogPage({ title, form, back, cancel, footer, children }: DialogPageProps) {
  const styles = dialogPage();
  return (
    <div className={styles.root} data-dialog-page="">
      <PageTitle title={title} form={form} />
      <header className={styles.header}>
        <h1 id={DIALOG_TITLE_ID} tabIndex={-1}>
          {title}
        </h1>
        <div data-cancel="">
          {cancel ||
            (back !== undefined && (
              <LinkButton to={back} visual="plain">
                Cancel
              </LinkButton>
            ))}
        </div>
      </header>
      <div className={styles.body}>
        {form && <ErrorSummary form={form} />}
        {form && <DraftNotice form={form} />}
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}

/** All errors of a form, each with a link to its field. Script moves the focus here. */
function ErrorSummary({ form }: { form: FormView }) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = form.errors.length > 0;
  const { refusal } = form;
  // Once for each answer, even if its messages are those of the one before: when the page's data comes after it, a field
  // may be typed in already.
  useEffect(() => {
    void refusal;
    if (wrong) box.current?.focus();
  }, [wrong, refusal]);
  if (form.errors.length === 0) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      id="error-summary"
      className={css({ border: "bad", borderRadius: "md", padding: "4", background: "card" })}
    >
      {/* The alert is a child of the focused element, else some screen readers announce it twice. */}
      <div role="alert" className={column({ gap: "2" })}>
        <h2>There is a problem</h2>
        <ul className={column({ gap: "1" })}>
          {form.errors.map(({ name, message }) => (
            <li key={name}>
              {name === "" ? (
                <strong className={css({ color: "bad" })}>{message}</strong>
              ) : (
                <a href={`#${name}`} className={css({ color: "bad", fontWeight: "strong" })}>
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
        {form.link && (
          <p>
            {/* In a new tab, so that the answers stay open beside it. */}
            <a href={form.link.path} target="_blank" rel="noreferrer">
              {form.link.words} (opens in a new tab)
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
