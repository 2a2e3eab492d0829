import * as admin from "~/routes/admin/admin";
import * as jobs from "~/routes/admin/jobs";
import * as user from "~/routes/admin/user";
import * as users from "~/routes/admin/users";

interface AdminRoute {
  handle: unknown;
  loader: (args: never) => unknown;
  action?: (args: never) => unknown;
}

interface AdminPage {
  path: string;
  route: AdminRoute;
  params?: Record<string, string>;
}

const USER_REF = "u".repeat(22);

/** Every page of administration. */
export const PAGES: AdminPage[] = [
  { path: "/admin/", route: admin },
  { path: "/admin/users/", route: users },
  { path: `/admin/users/${USER_REF}/`, route: user, params: { userRef: USER_REF } },
  { path: "/admin/jobs/", route: jobs },
];
