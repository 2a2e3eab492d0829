import { JOB_PLAN_FEE_WARNING } from "../rules";
import { FeeDetails, type FeeProps } from "./fee-details";

/** The fee of a session (specification 2.13). @param planned its element has PAs of the job plan */
export function SessionFee({ planned, ...fee }: FeeProps & { planned: boolean }) {
  return <FeeDetails {...fee} title="Fee for session" prefix="extra_claim" warning={planned && JOB_PLAN_FEE_WARNING} />;
}
