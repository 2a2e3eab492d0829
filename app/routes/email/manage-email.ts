import { redirect } from "react-router";

/** Another name of /email/ (specification 2.1). */
export function loader() {
  return redirect("/email/");
}
