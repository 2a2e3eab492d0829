import { redirect } from "react-router";
import { homeOf } from "./levels";

interface Arrival {
  level: number;
  /** Of the login that has just begun. */
  cookie: string;
}

/** Where somebody lands who has just logged in, whatever way they came. */
export function arrive({ level, cookie }: Arrival, path = homeOf(level)): Response {
  const headers = new Headers();
  headers.append("Set-Cookie", cookie);
  return redirect(path, { headers });
}
