import type { ClientDocument } from "./client-document";
import type { Expectation, Received } from "./playwright-internals";

interface Judgement extends Received {
  errorMessage?: string;
}

/** What holds of an element that is not there. */
const OF_ABSENCE: Record<string, boolean> = {
  ...{ "to.be.hidden": true, "to.be.detached": true },
  ...{ "to.be.visible": false, "to.be.attached": false },
};

/** Answers Playwright's `expect` as a browser would, but once: what does not hold now never will. */
export async function judge(page: ClientDocument, selector: string, asked: Expectation): Promise<Judgement> {
  const { expression, isNot } = asked;
  const isList = expression === "to.have.count" || expression.endsWith(".array");
  const elements = page.all(selector);
  if (!isList && elements.length > 1) page.one(selector, "expect");
  if (elements.length > 0 || isList) {
    const { matches, received } = await page.script.expect(elements[0], asked, elements, true);
    // What comes from the page's own realm is no array or object of this one.
    return { matches, ...(received && { received: structuredClone(received) }) };
  }
  const absence = OF_ABSENCE[expression];
  if (absence !== undefined && absence !== isNot) return { matches: absence };
  return { matches: isNot, errorMessage: "element(s) not found" };
}
