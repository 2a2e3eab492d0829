import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, note, row, tag, text } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import type { TwoFactorPage } from "../page.server";
import { LoginAsksField } from "./login-asks-field";

interface FactorStatusProps extends Omit<TwoFactorPage, "passkeys" | "logins"> {
  passkeys: number;
  asks: FormView;
}

/** The second factors of the account, and what to do next about them. */
export function FactorStatus(props: FactorStatusProps) {
  const { onSince, passkeys, codesLeft, fewCodes, owes, mayChange, mayTurnOff } = props;
  return (
    <>
      {owes && (
        <p className={note({ tone: "warn", icon: true })}>
          <Icon name="warning" />
          <span>
            You are an administrator, and this login has no second factor yet. Until it has, no other page opens.{" "}
            {mayChange ? "Turn on the authenticator app here, or add a passkey." : "Log out, then log in with yours."}
          </span>
        </p>
      )}
      <div className={list}>
        <Factor
          title="Authenticator app"
          state={onSince ? <Good>On</Good> : <span className={tag()}>Off</span>}
          words={
            onSince
              ? `Since ${onSince}. Logging in with your password asks for a code from the app.`
              : formatAppOff(props)
          }
        >
          {!onSince && mayChange && (
            <LinkButton to="/account/two_factor/app/" visual="primary">
              Turn on
            </LinkButton>
          )}
          {onSince && mayTurnOff && <LinkButton to="/account/two_factor/off/">Turn off</LinkButton>}
        </Factor>
        {props.mayChoose && <LoginAsks {...props} />}
        {(onSince !== null || passkeys > 0) && (
          <Factor
            title="Recovery codes"
            state={fewCodes ? <Few left={codesLeft} /> : <Good>{codesLeft} left</Good>}
            words={
              fewCodes
                ? formatFewCodes(props)
                : "Each code works once in place of the app or passkey, when you do not have it with you."
            }
          >
            {mayChange && (
              <LinkButton to="/account/two_factor/codes/" visual={fewCodes ? "primary" : "normal"}>
                Make new codes
              </LinkButton>
            )}
          </Factor>
        )}
      </div>
    </>
  );
}

/** The form, which explains the choice, after a recent reauthentication; otherwise the link to one. */
function LoginAsks({ passwordAlone, asks, isProven, mayChange }: FactorStatusProps) {
  const hasForm = mayChange && isProven;
  return (
    <Factor
      title="Logging in with your password"
      state={passwordAlone ? <span className={tag()}>Password only</span> : <Good>Asks for a passkey or code</Good>}
      words={
        passwordAlone
          ? "Anyone who finds out your password gets in without your passkey."
          : "A stolen password is not enough. Where there is no passkey, a recovery code takes its place."
      }
      form={
        hasForm && (
          <PostForm hidden={{ intent: "login-asks" }} className={column({ gap: "4" })}>
            <LoginAsksField form={asks} legendUnseen />
            <div className={row()}>
              <SubmitButton visual="normal">Save</SubmitButton>
              <span className={text({ kind: "hint" })}>If you change this, you are logged out everywhere else.</span>
            </div>
          </PostForm>
        )
      }
    >
      {mayChange && !hasForm && <LinkButton to={CONFIRM}>Change</LinkButton>}
    </Factor>
  );
}

const CONFIRM = `/account/confirm/?next=${encodeURIComponent("/account/two_factor/")}`;

/** If the password alone opens the account, a factor is required only after a reset. */
function formatFewCodes({ onSince, passwordAlone }: FactorStatusProps): string {
  return onSince === null && passwordAlone
    ? "Make new ones before you run out: after a reset by email you cannot log in without your passkey or a code."
    : "Make new ones before you run out: without your phone, passkey or a code you cannot log in.";
}

function formatAppOff({ passkeys, passwordAlone }: FactorStatusProps): string {
  return passkeys > 0 && !passwordAlone
    ? "With a code from your phone you can log in where passkeys do not work, such as on a hospital PC."
    : "Your password alone opens this account. With a code from your phone as well, a stolen password is not enough.";
}

interface FactorProps {
  title: string;
  state: ReactNode;
  words: string;
  form?: ReactNode;
  children: ReactNode;
}

function Factor({ title, state, words, form, children }: FactorProps) {
  return (
    <section className={item}>
      <div className={`${column({ gap: form ? "3" : "1" })} ${wide}`}>
        <div className={row()}>
          <h2>{title}</h2>
          {state}
        </div>
        {form || <p className={text({ kind: "quiet" })}>{words}</p>}
      </div>
      <div className={row()}>{children}</div>
    </section>
  );
}

function Good({ children }: { children: ReactNode }) {
  return (
    <span className={tag({ tone: "good" })}>
      <Icon name="tick" size={13} /> {children}
    </span>
  );
}

function Few({ left }: { left: number }) {
  return (
    <span className={tag({ tone: "warn" })}>
      <Icon name="warning" size={13} /> {left === 0 ? "None left" : `Only ${left} left`}
    </span>
  );
}

const wide = css({ flex: "[1 1 320px]" });

const list = css({ borderTop: "heavy" });

const item = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
  borderBottom: "line",
  paddingBlock: "4",
  "& p": { maxWidth: "read" },
});
