import { Link } from "react-router";
import { css } from "styled-system/css";
import type { BlockKind } from "~/diary/week/week-calendar";
import { PostForm, useSending } from "~/ui/forms/post-form";
import { Icon } from "~/ui/layout/icon";
import { SessionName } from "./planned-entry";

interface PlannedActsProps {
  /** Address that its forms post to, with the anchor of its day. */
  path: string;
  kind: BlockKind;
  /** Length of its block in the week, in minutes. */
  minutes: number;
  /** Names the session for screen readers. */
  which: string;
}

/**
 * What can be said of a session in the week: a missing one is logged as planned, or did not happen; of one to come that
 * may be said, too; one that did not happen is marked as planned; one that counts as planned is marked as not having
 * happened.
 */
export function PlannedActions({ path, kind, minutes, which }: PlannedActsProps) {
  const disabled = useSending();
  const room = minutes >= 225 ? "two" : minutes >= 120 ? "one" : "none";
  if (kind === "planned" || kind === "worked") {
    return (
      <div className={styles.form}>
        <div data-room={room} className={styles.buttons}>
          <DidNotHappen path={path} which={which} isSecond={false} />
        </div>
      </div>
    );
  }
  return (
    <PostForm action={path} staysInPlace className={styles.form}>
      <div data-room={room} className={styles.buttons}>
        {kind !== "missing" ? (
          // A short block has no room, but links to a page with the same button.
          <button
            type="submit"
            disabled={disabled}
            name="intent"
            value={kind === "cancelled" ? "restore" : "cancel"}
            className={`${styles.button} ${room === "none" ? styles.none : ""}`}
          >
            {kind === "cancelled" ? "Mark as planned" : "Did not happen"}
            <SessionName>{which}</SessionName>
          </button>
        ) : (
          <>
            <button type="submit" disabled={disabled} className={styles.button}>
              <span className={styles.mark}>
                <Icon name="tick" size={14} />
              </span>
              <span className={styles.label}>Log as planned</span>
              <SessionName>{which}</SessionName>
            </button>
            <DidNotHappen path={path} which={which} isSecond />
          </>
        )}
      </div>
    </PostForm>
  );
}

/** Leads to the reasons. @param isSecond beside another button, in a block that may have room for the words of one */
function DidNotHappen({ path, which, isSecond }: Pick<PlannedActsProps, "path" | "which"> & { isSecond: boolean }) {
  return (
    <Link to={path} className={styles.button}>
      <span className={isSecond ? styles.secondMark : styles.mark}>
        <Icon name="remove" size={14} />
      </span>
      <span className={isSecond ? styles.secondLabel : styles.label}>Did not happen</span>
      <SessionName>{which}</SessionName>
    </Link>
  );
}

const styles = {
  // Over the lower end of the block; in the corner of a short one.
  form: css({
    paddingTop: { base: "1", _week: "0" },
    position: { _week: "absolute" },
    insetInline: { _week: "1" },
    bottom: { _week: "1" },
    _print: { display: "none" },
    "&:has([data-room=none])": {
      left: { _week: "[auto]" },
      bottom: { _week: "[auto]" },
      top: { _week: "0" },
    },
  }),
  buttons: css({
    display: "flex",
    gap: { base: "2", _week: "half" },
    "&[data-room=two]": { flexDirection: { _week: "column" } },
    "& > :first-child": { flexGrow: { _week: "1" } },
  }),
  button: css({
    minHeight: { base: "control", _week: "target" },
    minWidth: "target",
    paddingInline: { base: "3", _week: "1" },
    border: "plain",
    borderColor: "lineStrong",
    borderRadius: "sm",
    background: "card",
    color: "ink",
    fontSize: { base: "sm", _week: "xs" },
    lineHeight: "tight",
    cursor: "pointer",
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    textDecorationLine: "none",
    "&:hover": { borderColor: "accent" },
  }),
  none: css({ display: { _week: "none" } }),
  mark: css({ display: "none", "[data-room=none] &": { display: { _week: "inline-flex" } } }),
  label: css({ "[data-room=none] &": { _week: { srOnly: true } } }),
  secondMark: css({ display: "none", "[data-room=one] &, [data-room=none] &": { display: { _week: "inline-flex" } } }),
  secondLabel: css({ "[data-room=one] &, [data-room=none] &": { _week: { srOnly: true } } }),
};
