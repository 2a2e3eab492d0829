import { tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/icon";
import { type Claim, type ClaimState, claimStatus, feeTag, type ClaimStatus as Status } from "../rules";

/** Written out, so that the build can put the class names in their place. */
const LOOKS: Record<ClaimState, { look: string; icon: IconName }> = {
  "not-claimed": { look: tag({ tone: "bad" }), icon: "problem" },
  "not-paid": { look: tag({ tone: "warn" }), icon: "warning" },
  short: { look: tag({ tone: "warn" }), icon: "warning" },
  paid: { look: tag({ tone: "good" }), icon: "tick" },
  "written-off": { look: tag(), icon: "info" },
};

/** Where a fee stands, in an icon and words (specification, section 4). */
export function ClaimStatus({ claim, amount = true }: { claim: Claim; amount?: boolean }) {
  const { state, words } = claimStatus(claim);
  return <StatusTag state={state} words={amount ? feeTag(claim) : words} />;
}

export function StatusTag({ state, words }: Status) {
  const { look, icon } = LOOKS[state];
  return (
    <span className={look}>
      <Icon name={icon} size={14} />
      {words}
    </span>
  );
}
