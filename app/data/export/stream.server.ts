const utf8 = new TextEncoder();

/** Text pieces as bytes. */
export async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield utf8.encode(piece);
}

/**
 * The answer that a browser saves as a file: made piece by piece as it is taken, never whole in memory. One that fails
 * on its way breaks off, and what was saved of it is not taken for the whole.
 */
export function fileAnswer(name: string, type: string, pieces: AsyncGenerator<Uint8Array>): Response {
  const body = new ReadableStream<Uint8Array>(
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
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
