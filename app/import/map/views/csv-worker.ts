import { createBirpc } from "birpc";
import type { ReadOptions } from "~/import/parse/read-files";
import type { ReadingRequest } from "~/import/read-file";
import type { Reader } from "./csv-worker-thread";

/** The chosen files, held by a worker as long as the document exists, so that they can be mapped again. */
export class CsvWorker {
  private readonly worker = new Worker(new URL("./csv-worker-thread.ts", import.meta.url), { type: "module" });
  private readonly reader = createBirpc<Reader>(
    {},
    {
      post: (asked) => this.worker.postMessage(asked),
      on: (hear) => this.worker.addEventListener("message", ({ data }) => hear(data)),
      // No time limit: a long file may take long.
      timeout: -1,
    },
  );

  constructor(readonly files: File[]) {
    this.worker.addEventListener("error", () => this.reader.$close(new Error("The file could not be read")));
  }

  read = (options: ReadOptions = {}) => this.reader.read(this.files, options);
  map = (wanted: ReadingRequest) => this.reader.map(wanted);
  chunks = () => this.reader.chunks();
  rejected = () => this.reader.rejected();
  end = () => this.worker.terminate();
}
