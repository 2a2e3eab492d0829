import type { Readable, Writable } from "node:stream";
import type { Settings } from "./settings.mjs";

export class Questions {
  constructor(input?: Readable, output?: Writable);
  count: number;
  settings(settings: Settings): Promise<number>;
  account(accounts: { id: string; name: string }[]): Promise<string>;
  isWanted(question: string): Promise<boolean>;
  close(): void;
}
