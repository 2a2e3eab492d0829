import { data } from "react-router";

export const handle = { script: false };

/** Throws, so that a missing page and a page of another user get the same answer. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export function action(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
