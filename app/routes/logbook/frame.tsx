import { type ComponentType, useEffect, useState } from "react";
import { Outlet, unstable_useRoute, useLocation, useMatches } from "react-router";
import { DialogOver, useReturnOfFocus } from "~/ui/dialog-over";
import { BehindContext, coverPlace, type FramedHandle, leavePlace, showPlace } from "~/ui/front";

export const handle: FramedHandle = { frame: true };

/** A page that dialogs are shown over, as its route's handle names it under `behind`. */
export type PageBehind = ComponentType<{ loaderData: never; actionData?: never }>;

interface Kept {
  /** Changes with the page: no control keeps what was typed on another. */
  key: string;
  routeId: string;
  View: PageBehind;
  data: unknown;
  /** Of the page's action: kept as long as the page is, over the dialogs that are opened from it. */
  answer: unknown;
  covered: boolean;
}

/**
 * Keeps the page that was in front, of the logbook or /email/, with its data and its place, behind the dialogs that are
 * opened from it. Asks the database nothing: a dialog that is opened by its own address stands alone.
 */
export default function Frame() {
  const { pathname, search, key } = useLocation();
  const leaf = useMatches().at(-1);
  const View = (leaf?.handle as FramedHandle | undefined)?.behind as PageBehind | undefined;
  // The stable hooks give the action data of one's own route alone, and useMatches only what loaders gave.
  const answer = unstable_useRoute((leaf?.id ?? "") as "root")?.actionData as unknown;
  const [kept, setKept] = useState<Kept | null>(null);
  const page = pathname + search;

  let shown = kept;
  if (leaf && View) {
    const back = kept?.covered && kept.routeId === leaf.id;
    const inFront = {
      key: back ? kept.key : page,
      routeId: leaf.id,
      View,
      data: leaf.loaderData,
      answer: answer ?? (back ? kept.answer : undefined),
      covered: false,
    };
    const fresh = kept?.data !== inFront.data || (answer !== undefined && answer !== kept?.answer);
    const same = kept && !kept.covered && !fresh && kept.routeId === leaf.id;
    if (!same) {
      shown = inFront;
      setKept(inFront);
    }
  } else if (kept && !kept.covered) {
    shown = { ...kept, covered: true };
    setKept(shown);
  }

  useEffect(() => {
    if (View) showPlace(key);
    else coverPlace();
  }, [key, View]);
  useEffect(() => leavePlace, []);
  const listening = useReturnOfFocus(shown?.covered === true);

  return (
    <>
      {shown && (
        <BehindContext value={shown.covered}>
          <div {...listening}>
            <shown.View key={shown.key} loaderData={shown.data as never} actionData={shown.answer as never} />
          </div>
        </BehindContext>
      )}
      {!View &&
        (shown ? (
          <DialogOver page={page}>
            <Outlet key={page} />
          </DialogOver>
        ) : (
          <Outlet key={page} />
        ))}
    </>
  );
}
