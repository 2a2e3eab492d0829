import { tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/layout/icon";

/** How something stands that an administrator looks after. */
export interface State {
  words: string;
  icon: IconName;
  tone?: "good" | "bad";
}

export function StateTag({ words, icon, tone }: State) {
  return (
    <span className={tone ? tag({ tone }) : tag()}>
      <Icon name={icon} size={13} /> {words}
    </span>
  );
}
