import { Link } from "react-router";
import { note } from "styled-system/recipes";

/** @param words what must be done before an import; null for nothing */
export function ConfirmFirst({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={note({ tone: "warn" })}>
      {words}. <Link to="/email/">Manage Email</Link>
    </p>
  );
}
