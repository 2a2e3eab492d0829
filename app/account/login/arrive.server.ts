import { redirect } from "react-router";
import { homeOf } from "../levels";

interface Arrival {
  level: number;
  /** Of the login that has just begun, and what else it brings or clears. */
  cookie: string | string[];
}

/** Where somebody lands who has just logged in, whatever way they came. */
export function arrive({ level, cookie }: Arrival, path = homeOf(level)): Response {
  const headers = new Headers();
  for (const each of [cookie].flat()) headers.append("Set-Cookie", each);
  return redirect(path, { headers });
}
