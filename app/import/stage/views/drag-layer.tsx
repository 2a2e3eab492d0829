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

/** Far enough not to be a press with an unsteady hand. */
const DRAG_FROM_PX = 5;

/**
 * Adds dragging to the lists. It attaches to grips and sessions that are already in the page, so that these work before
 * the layer is loaded, and are not mounted again when it is.
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
 * The session under the pointer, if the pointer is inside the visible list. Sessions are also drawn some way beyond the
 * edges of their box, where they are invisible and may overlap the list of cases.
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
    // The handlers of the sensor expect React's events.
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
  // Far enough below the pointer for the session under it to stay readable.
  transform: "translate(20px, 60px)",
  cursor: "grabbing",
  "& > *": { display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});
