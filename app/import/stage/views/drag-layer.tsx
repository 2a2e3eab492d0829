import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useEffect, useId, useState } from "react";
import { css } from "styled-system/css";
import type { RowLine } from "../list-rows.server";
import type { SessionLine } from "../sessions-of-set.server";

/** Far enough not to be a press with an unsteady hand. */
const DRAG_FROM_PX = 5;

interface DragLayerProps {
  rows: readonly RowLine[];
  sessions: readonly SessionLine[];
  onDrop: (rowRef: string, sessionRef: string) => void;
}

/**
 * Adds dragging to the lists. It attaches to grips and sessions that are already in the page, so that these work before
 * the layer is loaded, and are not mounted again when it is.
 */
export default function DragLayer({ rows, sessions, onDrop }: DragLayerProps) {
  const id = useId();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));
  const [dragged, setDragged] = useState<{ when: string; what: string } | null>(null);
  const wordsOf = (id: unknown) => document.getElementById(String(id))?.dataset.words ?? "";
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={sessionUnderPointer}
      autoScroll={{ canScroll: (element) => element instanceof HTMLElement && element.dataset.list === "sessions" }}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `Moving ${wordsOf(active.id)}`,
          onDragOver: ({ over }) => (over ? `Over ${wordsOf(over.id)}` : "Over no session"),
          onDragEnd: ({ over }) =>
            over ? `Dropped on ${wordsOf(over.id)}` : "Dropped on no session: nothing was added",
          onDragCancel: () => "Cancelled: nothing was added",
        },
      }}
      onDragStart={({ active }) => {
        const [when = "", what = ""] = (document.getElementById(String(active.id))?.dataset.ghost ?? "").split("\n");
        setDragged({ when, what });
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ active, over }) => {
        setDragged(null);
        if (over) onDrop(refOf(active.id), refOf(over.id));
      }}
    >
      {rows.map(({ unique_ref }) => (
        <Handle key={unique_ref} id={`grip-${unique_ref}`} />
      ))}
      {sessions.map(({ unique_ref }) => (
        <Target key={unique_ref} id={`session-${unique_ref}`} />
      ))}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <p className={overlay}>
            <b>{dragged.when}</b>
            {dragged.what && <span>{dragged.what}</span>}
          </p>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function refOf(id: unknown): string {
  return String(id).replace(/^(?:grip|session)-/, "");
}

/**
 * The session under the pointer, if the pointer is inside the visible list: the others lie beyond the edges of their
 * box, where they are invisible and may overlap the list of cases.
 */
const sessionUnderPointer: CollisionDetection = (asked) => {
  const box = document.querySelector("[data-list=sessions]")?.getBoundingClientRect();
  const { pointerCoordinates: pointer } = asked;
  if (!box || !pointer) return [];
  const isInside = pointer.x >= box.left && pointer.x <= box.right && pointer.y >= box.top && pointer.y <= box.bottom;
  return isInside ? pointerWithin(asked) : [];
};

function Handle({ id }: { id: string }) {
  const { setNodeRef, listeners } = useDraggable({ id });
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    setNodeRef(element);
    // The handlers of the sensor expect React's events.
    const down = (nativeEvent: PointerEvent) => {
      listeners?.onPointerDown?.({ nativeEvent });
    };
    element.addEventListener("pointerdown", down);
    return () => element.removeEventListener("pointerdown", down);
  }, [setNodeRef, listeners, id]);
  return null;
}

function Target({ id }: { id: string }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  useEffect(() => {
    const element = document.getElementById(id);
    setNodeRef(element);
    element?.toggleAttribute("data-over", isOver);
    return () => {
      element?.removeAttribute("data-over");
    };
  }, [setNodeRef, id, isOver]);
  return null;
}

const overlay = css({
  background: "card",
  border: "strong",
  borderRadius: "md",
  boxShadow: "float",
  paddingBlock: "1",
  paddingInline: "3",
  fontSize: "sm",
  width: "[max-content]",
  maxWidth: "[220px]",
  // Far enough below the pointer for the session under it to stay readable.
  transform: "translate(20px, 60px)",
  cursor: "grabbing",
  "& > *": { display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});
