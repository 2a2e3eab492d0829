import { ROTA_FEED_PLACE } from "~/diary/rota/table.server";
import type { FeedText } from "~/import/rota/feed/read-rota.server";
import { calendarOf, eventOf } from "../import/rota/files";
import { vault } from "./harness";

/** The address of a rota on a server that only the tests know. */
export const ROTA_URL = "https://rota.example.org/secret-token/rota.ics";

export const rotaServer = {
  /** What was asked of it, the newest last. */
  asked: [] as { url: string; headers: Headers }[],
  answer: (): Response | Promise<Response> => new Response(calendarOf(eventOf("e", "20261208", "20261209", "Leave"))),
};

const elsewhere = globalThis.fetch;
const HOST = new URL(ROTA_URL).host;

globalThis.fetch = async (address, init) => {
  const url = URL.parse(String(address));
  if (url?.host !== HOST) return elsewhere(address, init);
  rotaServer.asked.push({ url: url.href, headers: new Headers(init?.headers) });
  return rotaServer.answer();
};

/** The encrypted text of a user's feed. */
export async function encryptedFeed(userRef: string, text: FeedText): Promise<Uint8Array> {
  return (await vault.encrypt(userRef, ROTA_FEED_PLACE, JSON.stringify(text))) as Uint8Array;
}
