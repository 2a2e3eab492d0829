import { ListedActions } from "~/ui/layout/listed-actions";

/** Buttons to archive, restore or delete a rate or a payer. */
export function FeeListActions(props: { one: "rate" | "payer"; active: boolean; version: string }) {
  return (
    <ListedActions
      {...props}
      archive="It will no longer be offered for new fees. Fees you have already entered do not change. You can restore it at any time."
      restore="It is archived. If you restore it, it is offered for new fees again."
      deletion="You can undo this for an hour. Fees you have already entered do not change."
    />
  );
}
