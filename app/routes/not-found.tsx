import { data } from "react-router";

export const handle = { script: false };

/** Throws so that a page that is not there and a page that is somebody else's are one and the same. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export function action(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
