import type { MappedFile, ReadFile, Wanted } from "../read-file";
import type { ReadOptions } from "../reading/read-files";
import type { Asked } from "./held-files-worker";

export type Reading = { ok: true; file: ReadFile } | { ok: false; message: string };

/** The files that were chosen, held by a thread of their own as long as the document stays: for mapping them again. */
export class HeldFiles {
  private readonly worker = new Worker(new URL("./held-files-worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private number = 0;

  constructor(readonly files: File[]) {
    this.worker.addEventListener("message", ({ data }) => {
      const asker = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.failed) asker?.reject(new Error("The file could not be read"));
      else asker?.resolve(data.answer as never);
    });
    this.worker.addEventListener("error", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The file could not be read"));
      this.waiting.clear();
    });
  }

  read(options: ReadOptions = {}): Promise<Reading> {
    return this.ask({ act: "read", files: this.files, options });
  }

  map(wanted: Wanted): Promise<MappedFile> {
    return this.ask({ act: "map", ...wanted });
  }

  /** JSON of the rows of a chunk, each. */
  chunks(): Promise<string[]> {
    return this.ask({ act: "chunks" });
  }

  rejected(): Promise<string> {
    return this.ask({ act: "rejected" });
  }

  end(): void {
    this.worker.terminate();
  }

  private ask<Answer>(asked: Asked): Promise<Answer> {
    this.number += 1;
    const { number } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker.postMessage({ number, asked });
    });
  }
}
