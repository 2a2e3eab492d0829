import { type MiddlewareFunction, Outlet, Scripts, ScrollRestoration } from "react-router";
import { findLogin, userContext } from "~/account/login/logins.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";

/** The same login look-up as Daybook's. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, context }) => {
    const { user } = await findLogin(context.get(databaseContext), request, context.get(nowContext));
    context.set(userContext, user);
  },
];

export default function Root() {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <title>Floor</title>
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
