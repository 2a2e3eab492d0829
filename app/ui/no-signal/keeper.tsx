import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import { connection } from "../connection/connection";
import { forgetTyping } from "../overlays/leave-dialog";
import { askForSync } from "./background";
import { Drafts } from "./drafts";
import { allOf, currentDevice, removeDraft } from "./outbox";
import { dropForm, fieldsOf, headingOfPage, keepForm } from "./sealing";
import { onSent, refresh, sendAll, whenBack } from "./sending";
import { registerWorker } from "./switch";

/** The pages whose forms may wait: those that the server sends on (app/routes/logbook/no-signal/send.ts). */
const MAY_WAIT =
  /^\/logbook\/(?:session\/(?:new|[\w-]{22})\/(?:cases\/|case\/(?:new|[\w-]{22})\/)?|planned\/[^/]+\/[^/]+\/)$/;

/** Ids of forms of this page that were kept: once they are sent, the page is left for the logbook. */
const keptHere = new Set<string>();

/** On a device that is switched on, on each page: keeps forms that cannot be sent, and sends what waits. */
export default function Keeper() {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const root = useRouteLoaderData("root") as { account?: string } | undefined;
  const account = root?.account;
  const [isOwn, setOwn] = useState(false);
  const leave = useEffectEvent(async () => {
    const left = new Set((await allOf("entries")).map(({ id }) => id));
    const isSent = [...keptHere].some((id) => !left.has(id) && keptHere.delete(id));
    // The notice of what was added, or is lost, comes with the page's data.
    await (isSent ? navigate("/logbook/") : revalidate());
  });
  useEffect(() => {
    // Another account's device would seal what is typed here for that account. The signal may be gone already.
    currentDevice()
      .then((device) => {
        const own = device !== undefined && device.account === account;
        Object.assign(connection, own ? { keep, drop } : { keep: undefined, drop: undefined });
        setOwn(own);
        return device && refresh(device);
      })
      .catch(() => {});
  }, [account]);
  useEffect(() => {
    const send = () => sendAll().catch(() => {});
    const stopHearing = onSent(() => leave().catch(() => {}));
    // The worker of the present deployment.
    registerWorker().catch(() => {});
    send();
    const stopWaiting = whenBack(send);
    return () => {
      stopWaiting();
      stopHearing();
    };
  }, []);
  return isOwn ? <Drafts /> : null;
}

/** See `connection.drop`. Where the browser refuses it is sent once more, and the server knows it by its key. */
function drop(action: string, form: FormData): void {
  const { pathname, search } = new URL(action, location.href);
  dropForm({ path: pathname + search, fields: fieldsOf(form) })
    .then((id) => id && keptHere.delete(id))
    .catch(() => {});
}

/** See `connection.keep`. */
async function keep(action: string, form: FormData): Promise<boolean | null> {
  const { pathname, search } = new URL(action, location.href);
  if (!MAY_WAIT.test(pathname)) return null;
  try {
    const id = await keepForm({ path: pathname + search, fields: fieldsOf(form), label: headingOfPage() });
    if (id === null) return null;
    keptHere.add(id);
    askForSync();
    // It may be left now.
    if (connection.sent) forgetTyping([connection.sent.form]);
    await removeDraft(pathname + search);
    return true;
  } catch {
    return false;
  }
}
