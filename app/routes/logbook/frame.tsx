import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useLocation, useMatches, useOutlet } from "react-router";
import {
  BehindDialogContext,
  type FramedHandle,
  notePageCovered,
  notePageShown,
  notePageUnmounted,
} from "~/ui/layout/front";
import { DialogOver } from "~/ui/overlays/dialog-over";
import { useReturnOfFocus } from "~/ui/overlays/page-behind";

export const handle: FramedHandle = { frame: true };

interface KeptPage {
  /** Changes with the page, so that no control keeps what was typed on another. */
  key: string;
  routeId: string;
  data: unknown;
  /** The page, as its route last rendered it: `behindDialogs` chooses the data that it shows. */
  outlet: ReactNode;
  covered: boolean;
}

/**
 * Keeps the page that was in front, of the logbook or /email/, in place behind the dialogs that are opened from it.
 * Makes no query: a dialog that is opened by its own address is shown alone.
 */
export default function Frame() {
  const { pathname, search, key } = useLocation();
  const outlet = useOutlet();
  const leaf = useMatches().at(-1);
  const inFront = (leaf?.handle as FramedHandle | undefined)?.behind === true;
  const [kept, setKept] = useState<KeptPage | null>(null);
  const page = pathname + search;

  let shown = kept;
  if (leaf && inFront && (kept?.covered !== false || kept.outlet !== outlet)) {
    const { id: routeId, loaderData: data } = leaf;
    const isSame = kept?.routeId === routeId && (kept.covered || kept.data === data);
    shown = { key: isSame ? kept.key : page, routeId, data, outlet, covered: false };
  } else if (!inFront && kept && !kept.covered) shown = { ...kept, covered: true };
  if (shown !== kept) setKept(shown);

  useEffect(() => {
    if (inFront) notePageShown(key);
    else notePageCovered();
  }, [key, inFront]);
  useEffect(() => notePageUnmounted, []);
  const listening = useReturnOfFocus(shown?.covered === true);
  const dialog = <Fragment key={page}>{outlet}</Fragment>;

  return (
    <>
      {shown && (
        <BehindDialogContext value={shown.covered}>
          <div {...listening}>
            <Fragment key={shown.key}>{shown.outlet}</Fragment>
          </div>
        </BehindDialogContext>
      )}
      {!inFront && (shown ? <DialogOver page={page}>{dialog}</DialogOver> : dialog)}
    </>
  );
}
