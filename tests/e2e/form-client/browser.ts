import type { Browser } from "@playwright/test";
import { Context, type ContextOptions } from "./context";
import { loud } from "./loud";

/** A browser without script that draws nothing: pages are asked for over HTTP, and forms are sent as Chromium does. */
class FormClient {
  /** Of the journey that runs now: every context that it opens has them, as in a browser. */
  defaults: ContextOptions = {};
  /** The test runner reads there whether a browser runs elsewhere. */
  _connection = { headers: [] };
  version = () => "form client";
  close = async () => {};

  newContext = async (options: ContextOptions = {}) => new Context({ ...this.defaults, ...options }).loud;
}

export const formClient = new FormClient();

/** The one cast: what of Playwright's interface is missing says so when it is asked for. */
export const formClientAsBrowser = loud(formClient, "browser") as unknown as Browser;
