import { note } from "styled-system/recipes";
import { Icon } from "~/ui/icon";

/** What looks wrong with a fee, and is saved all the same. */
export function FeeWarning({ words }: { words: string }) {
  return (
    <p className={note({ tone: "warn", icon: true })} data-fee-warning="">
      <Icon name="warning" />
      {words}
    </p>
  );
}
