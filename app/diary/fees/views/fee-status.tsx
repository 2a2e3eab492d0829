import { note, tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/layout/icon";
import { type FeeAmounts, type FeeState, feeStatus, feeTag, type FeeStatus as Status } from "../rules";

/** Written out, so that the build can replace each call by its class names. */
const VARIANTS: Record<FeeState, { look: string; icon: IconName }> = {
  "not-claimed": { look: tag({ tone: "bad" }), icon: "problem" },
  "not-paid": { look: tag({ tone: "warn" }), icon: "warning" },
  short: { look: tag({ tone: "warn" }), icon: "warning" },
  paid: { look: tag({ tone: "good" }), icon: "tick" },
  "written-off": { look: tag(), icon: "info" },
};

/** The state of a fee as an icon and words (specification, section 4). */
export function FeeStatus({ fee, amount = true }: { fee: FeeAmounts; amount?: boolean }) {
  const { state, words } = feeStatus(fee);
  return <StatusTag state={state} words={amount ? feeTag(fee) : words} />;
}

export function StatusTag({ state, words }: Status) {
  const { look, icon } = VARIANTS[state];
  return (
    <span className={look}>
      <Icon name={icon} size={14} />
      {words}
    </span>
  );
}

/** A warning about a fee, which is saved nevertheless. */
export function FeeWarning({ words }: { words: string }) {
  return (
    <p className={note({ tone: "warn", icon: true })} data-fee-warning="">
      <Icon name="warning" />
      {words}
    </p>
  );
}
