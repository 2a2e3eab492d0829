import { STATUS_CODES } from "node:http";
import type { Answered } from "./network";

/** An answer as Playwright hands it out, of a page and of a request alike. */
export class ClientResponse {
  constructor(private readonly answer: Answered) {}

  url = () => this.answer.url;
  status = () => this.answer.status;
  statusText = () => STATUS_CODES[this.answer.status] ?? "";
  ok = () => this.answer.status >= 200 && this.answer.status < 300;
  headers = () => this.answer.headers;
  body = async () => this.answer.body;
  text = async () => this.answer.body.toString();
  json = async () => JSON.parse(this.answer.body.toString()) as unknown;
  /** Only pages are asked for: nothing that they hold is loaded. */
  request = () => ({ isNavigationRequest: () => true, url: this.url });
}
