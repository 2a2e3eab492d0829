import { expect, type Page } from "./fixtures";

export type Fields = Record<string, string | string[]>;

/** Sends a form as the browser would, with the page's cookies and without its page. @returns where the answer leads. */
export async function postForm(page: Page, path: string, fields: Fields): Promise<string> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  const answer = await page.request.post(path, {
    data: body.toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: new URL(process.env.DAYBOOK_URL as string).origin,
    },
    maxRedirects: 0,
  });
  const { location } = answer.headers();
  expect(location, `${path} answered ${answer.status()}`).toBeDefined();
  return location as string;
}

/** What a page that adds something holds, so that its form adds it once. */
export function newKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}
