import type { Plugin } from "vite";

const RENDERER = /\/react-dom\/cjs\/react-dom-server\.edge\.production\.js(\?|$)/;

/** What React writes is encoded when there is so much of it, and at the end of each flush. */
const FLUSH_LETTERS = 65_536;

/** In place of React's functions of the same names: chunks are text, and bytes only when they leave. */
const WRITING = `
function writeChunk(destination, chunk) {
  currentView += chunk;
  if (currentView.length > ${FLUSH_LETTERS}) completeWriting(destination);
}
function writeChunkAndReturn(destination, chunk) {
  writeChunk(destination, chunk);
  return !0;
}
function completeWriting(destination) {
  if (currentView) destination.enqueue(textEncoder.encode(currentView));
  currentView = "";
}
var textEncoder = new TextEncoder();
function stringToChunk(content) {
  return content;
}
function stringToPrecomputedChunk(content) {
  return content;
}
function byteLengthOfChunk(chunk) {
  return chunk.length;
}
`;
const START = "function writeChunk(destination, chunk) {";
const END = "function closeWithError(";
const NEW_VIEW = /currentView = new Uint8Array\(\d+\)/g;

/**
 * Vite plugin that lets React's renderer of pages keep markup as text until it is sent. As published for Workers it
 * encodes each tag, name and value by a call of its own: half the CPU of drawing a page (docs/decisions/0017).
 */
export function markupAsText(): Plugin {
  let written = false;
  return {
    name: "markup-as-text",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: RENDERER },
      handler(code) {
        written = true;
        return { code: withTextChunks(code), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !written)
        this.error("React's renderer of pages is no longer where it was: see app/ui/build/markup-as-text.ts");
    },
  };
}

/**
 * Returns React's renderer with its chunks as text.
 * @throws when it is not written as expected: a new version has to be looked at
 */
export function withTextChunks(code: string): string {
  const [start, end] = [code.indexOf(START), code.indexOf(END)];
  if (start < 0 || end < start) throw new Error("React's functions that write a chunk are no longer where they were");
  const replaced = code
    .slice(start, end)
    .match(/(?<=^function )\w+/gm)
    ?.join();
  if (replaced !== WRITING.match(/(?<=^function )\w+/gm)?.join())
    throw new Error(`React writes a chunk by other functions than expected: ${replaced}`);
  const rest = code.slice(end);
  const [views, sizes] = [rest.match(NEW_VIEW)?.length, rest.match(/\.byteLength/g)?.length];
  const others = rest.match(/\b(Uint8Array|textEncoder|\.enqueue)\b/g)?.length;
  if (views !== 2 || sizes !== 1 || others !== views)
    throw new Error(`React's renderer uses its chunks in other ways than expected: ${views}, ${sizes}, ${others}`);
  // A flush begins with nothing, whatever became of the one before: no page gets what was meant for another.
  const again = rest.replaceAll(NEW_VIEW, 'currentView = ""').replace(".byteLength", ".length");
  return code.slice(0, start) + WRITING.trimStart() + again;
}
