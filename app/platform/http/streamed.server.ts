const utf8 = new TextEncoder();

/** Text pieces as bytes. */
export async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield utf8.encode(piece);
}

/**
 * A body whose pieces are made as they are read, so that it is never whole in memory. An error on the way aborts it, so
 * that a part is not taken for the whole.
 */
export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** JSON text of a list or object that is made page by page. */
export type JsonPieces = AsyncGenerator<string>;

/** Characters of JSON that are sent at once. */
const PIECE_LETTERS = 65_536;

/**
 * A JSON answer of which some values are made page by page. What fits into one piece is made before it begins, so that
 * its errors are answered as those of any other.
 */
export async function streamedJson(fields: Record<string, unknown>): Promise<Response> {
  const pieces = gathered(objectPieces(fields));
  const first = await pieces.next();
  const body = (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
  return new Response(streamOf(bytesOf(body)), { headers: { "Content-Type": "application/json" } });
}

async function* objectPieces(fields: Record<string, unknown>): JsonPieces {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  for (const [at, [name, value]] of sent.entries()) {
    yield `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`;
    if (isPieces(value)) yield* value;
    else yield JSON.stringify(value);
  }
  yield "}";
}

function isPieces(value: unknown): value is JsonPieces {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** A list as JSON, from its pages. */
export async function* listPieces(pages: AsyncIterable<readonly unknown[]>): JsonPieces {
  let between = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield between + page.map((each) => JSON.stringify(each)).join();
    between = ",";
  }
  yield between === "[" ? "[]" : "]";
}

async function* gathered(pieces: JsonPieces): JsonPieces {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_LETTERS) continue;
    yield text;
    text = "";
  }
  yield text;
}
