import type { DragEvent } from "react";

/** What is dragged: the reference of a case's row. Files and links from elsewhere have other types. */
const ROW = "application/x-daybook-row";

interface Dragging {
  /** Announces what a case is over, as the list of sessions shows it. */
  say: (words: string) => void;
  onDrop: (rowRef: string, sessionRef: string) => void;
}

/** Handlers of the element around both lists: a grip of a case is dragged onto a session. */
export function draggingOf({ say, onDrop }: Dragging) {
  return {
    onDragStart({ target, dataTransfer }: DragEvent) {
      const grip = partOf(target, "grip");
      if (!grip) return;
      dataTransfer.setData(ROW, grip.id.slice("grip-".length));
      dataTransfer.effectAllowed = "move";
      if (grip.nextElementSibling) dataTransfer.setDragImage(grip.nextElementSibling, 0, 0);
      say(`Moving ${grip.dataset.words}`);
    },
    onDragEnter({ target, dataTransfer }: DragEvent) {
      if (!dataTransfer.types.includes(ROW)) return;
      const session = partOf(target, "session");
      if (session?.hasAttribute("data-over")) return;
      const hasLeft = unmark();
      session?.setAttribute("data-over", "");
      if (session || hasLeft) say(`Over ${session?.dataset.words ?? "no session"}`);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes(ROW) && partOf(event.target, "session")) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const session = partOf(event.target, "session");
      const row = event.dataTransfer.getData(ROW);
      if (!session || !row) return;
      event.preventDefault();
      onDrop(row, session.id.slice("session-".length));
    },
    onDragEnd({ dataTransfer }: DragEvent) {
      unmark();
      if (dataTransfer.dropEffect === "none") say("Dropped on no session: nothing was added");
    },
  };
}

function partOf(target: EventTarget, name: "grip" | "session"): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`[id^=${name}-]`) : null;
}

/** @returns whether a session was marked as the one under the pointer */
function unmark(): boolean {
  const marked = document.querySelectorAll("[id^=session-][data-over]");
  for (const each of marked) each.removeAttribute("data-over");
  return marked.length > 0;
}
