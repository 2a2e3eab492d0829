import { newSealKeys, open, seal } from "~/platform/crypto/seal";

const WAYS = ["another key", "another device", "another entry", "a changed byte", "a cut blob"] as const;

/**
 * What is wrong with sealing and opening a text: "" for nothing. The same in workerd, Node and Chromium.
 * @param at which byte is changed or cut, and which of the ways to spoil it is tried
 */
export async function faultOfSeal(text: string, entryId: string, at: number): Promise<string> {
  const { publicKey, privateKey, other } = await keys();
  const sealed = await seal({ ref: "device", publicKey }, entryId, text);
  if ((await open({ ref: "device", privateKey }, entryId, sealed)) !== text) return "opened otherwise";
  if ((sealed.length - 65 - 16) % 512 !== 0) return "its length tells that of the text";
  const way = WAYS[at % WAYS.length];
  const spoilt = sealed.slice(0, way === "a cut blob" ? at % sealed.length : sealed.length);
  if (way === "a changed byte") spoilt[at % sealed.length] = (spoilt[at % sealed.length] as number) ^ 1;
  const device = {
    ref: way === "another device" ? "another" : "device",
    privateKey: way === "another key" ? other : privateKey,
  };
  const id = way === "another entry" ? `${entryId}x` : entryId;
  const isRefused = await open(device, id, spoilt).then(
    () => false,
    () => true,
  );
  return isRefused ? "" : `opened with ${way}`;
}

let made: Promise<{ publicKey: string; privateKey: string; other: string }> | undefined;

function keys() {
  made ??= Promise.all([newSealKeys(), newSealKeys()]).then(([own, { privateKey }]) => ({ ...own, other: privateKey }));
  return made;
}
