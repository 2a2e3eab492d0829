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
import { grips, targets, usePlaces } from "./carry";

/** Far enough to be no shaky press. */
const DRAG_FROM_PX = 5;

/**
 * Dragging, laid over the lists: it takes hold of their grips and sessions where they stand, so that they work before it
 * is loaded, and are not made anew when it is.
 */
export default function DragLayer({ onDrop }: { onDrop: (rowRef: string, sessionRef: string) => void }) {
  const id = useId();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));
  const rows = usePlaces(grips);
  const sessions = usePlaces(targets);
  const [dragged, setDragged] = useState<{ when: string; what: string } | null>(null);
  const wordsOf = (ref: unknown) => (rows.get(String(ref)) ?? sessions.get(String(ref)))?.dataset.words ?? "";
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
        const [when = "", what = ""] = (rows.get(String(active.id))?.dataset.ghost ?? "").split("\n");
        setDragged({ when, what });
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ active, over }) => {
        setDragged(null);
        if (over) onDrop(String(active.id), String(over.id));
      }}
    >
      {[...rows].map(([ref, element]) => (
        <Handle key={ref} id={ref} element={element} />
      ))}
      {[...sessions].map(([ref, element]) => (
        <Target key={ref} id={ref} element={element} />
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

/**
 * The session under the pointer, if its list is. Sessions are drawn some way beyond the edges of their box, where they
 * cannot be seen, and may lie over the list of cases there.
 */
const sessionUnderPointer: CollisionDetection = (asked) => {
  const box = document.querySelector("[data-list=sessions]")?.getBoundingClientRect();
  const { pointerCoordinates: pointer } = asked;
  if (!box || !pointer) return [];
  const isInside = pointer.x >= box.left && pointer.x <= box.right && pointer.y >= box.top && pointer.y <= box.bottom;
  return isInside ? pointerWithin(asked) : [];
};

interface HoldProps {
  id: string;
  element: HTMLElement;
}

function Handle({ id, element }: HoldProps) {
  const { setNodeRef, listeners } = useDraggable({ id });
  useEffect(() => {
    setNodeRef(element);
    // Its own handlers, which are written for React's events.
    const down = (nativeEvent: PointerEvent) => {
      listeners?.onPointerDown?.({ nativeEvent });
    };
    element.addEventListener("pointerdown", down);
    return () => element.removeEventListener("pointerdown", down);
  }, [setNodeRef, listeners, element]);
  return null;
}

function Target({ id, element }: HoldProps) {
  const { setNodeRef, isOver } = useDroppable({ id });
  useEffect(() => {
    setNodeRef(element);
  }, [setNodeRef, element]);
  useEffect(() => {
    element.toggleAttribute("data-over", isOver);
    return () => {
      element.removeAttribute("data-over");
    };
  }, [element, isOver]);
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
  // So far below the pointer that the session under it stays readable.
  transform: "translate(20px, 60px)",
  cursor: "grabbing",
  "& > *": { display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});
