import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Answered } from "./network";

/** A file that a page led to. */
export class Download {
  constructor(private readonly answer: Answered) {}

  url = () => this.answer.url;
  failure = async () => null;
  createReadStream = async () => Readable.from([this.answer.body]);

  suggestedFilename(): string {
    const disposition = this.answer.headers["content-disposition"] ?? "";
    const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
    const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
    return coded ? decodeURIComponent(coded) : (plain ?? new URL(this.answer.url).pathname.split("/").at(-1) ?? "");
  }

  async path(): Promise<string> {
    const file = join(await mkdtemp(join(tmpdir(), "daybook-download-")), "file");
    await writeFile(file, this.answer.body);
    return file;
  }
}

export function isDownload({ headers }: Answered): boolean {
  return /^attachment/i.test(headers["content-disposition"] ?? "");
}
