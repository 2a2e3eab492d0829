/**
 * The heap of the Worker, through the inspector of its runtime.
 * @param nudge sends the Worker a request
 */
export async function openHeap(inspector, nudge) {
  const targets = await (await fetch(new URL("/json", inspector.href.replace(/^ws/, "http")))).json();
  const target = targets.find(({ id }) => id.startsWith("core:user:"));
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((opened, refused) => {
    socket.onopen = opened;
    socket.onerror = () => refused(new Error("The inspector did not open"));
  });
  let number = 0;
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(id);
  };
  const ask = (method) =>
    new Promise((told) => {
      number += 1;
      waiting.set(number, told);
      socket.send(JSON.stringify({ id: number, method }));
    });
  await ask("HeapProfiler.enable");
  // The runtime collects when it next serves a request.
  const collect = async () => {
    const collected = ask("HeapProfiler.collectGarbage").then(() => true);
    const soon = () => new Promise((resume) => setTimeout(resume, 100, false));
    while (!(await Promise.race([collected, nudge().then(soon)])));
  };
  return {
    /** Bytes in use after a collection: two, since what the first one finalises only the second frees. */
    async live() {
      await collect();
      await collect();
      return (await ask("Runtime.getHeapUsage")).usedSize;
    },
    /** Bytes in use as it stands, garbage included. */
    used: async () => (await ask("Runtime.getHeapUsage")).usedSize,
    close: () => socket.close(),
  };
}
