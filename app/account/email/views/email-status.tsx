import { tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/layout/icon";
import { STATUS_TEXTS, type EmailStatus as Status } from "../rules";

export function EmailStatus({ status }: { status: Status }) {
  const { icon, look } = LOOKS[status];
  return (
    <span className={look}>
      <Icon name={icon} size={14} /> {STATUS_TEXTS[status]}
    </span>
  );
}

const LOOKS: Record<Status, { icon: IconName; look: string }> = {
  verified: { icon: "tick", look: tag({ tone: "good" }) },
  pending: { icon: "waiting", look: tag({ tone: "warn" }) },
  expired: { icon: "warning", look: tag({ tone: "warn" }) },
  failed: { icon: "problem", look: tag({ tone: "bad" }) },
  none: { icon: "info", look: tag({ tone: "plain" }) },
};
