import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The local world: compiled only into a local build. */
const devRoutes =
  process.env.DAYBOOK_LOCAL === "1"
    ? [
        route("dev/new-user/", "routes/dev/new-user.ts"),
        route("dev/seed/", "routes/dev/seed.ts"),
        route("dev/grow/", "routes/dev/grow.ts"),
      ]
    : [];

/** Every address, in the order of the specification (2.1); each page's forms stand under it. */
export default [
  index("routes/home.tsx"),
  route("login/", "routes/login.tsx"),
  route("logout/", "routes/logout.tsx"),
  route("signup/", "routes/signup.tsx"),
  route("signedup/", "routes/signedup.tsx"),
  route("terms/", "routes/terms.tsx"),
  route("privacy/", "routes/privacy.tsx"),

  route("logbook/", "routes/logbook/logbook.tsx"),
  route("logbook/session/new/", "routes/logbook/session-new.tsx"),
  route("logbook/session/:sessionRef/", "routes/logbook/session.tsx"),
  route("logbook/session/:sessionRef/delete/", "routes/logbook/session-delete.tsx"),
  route("logbook/session/:sessionRef/case/new/", "routes/logbook/case-new.tsx"),
  route("logbook/session/:sessionRef/case/:caseRef/", "routes/logbook/case.tsx"),
  route("logbook/session/:sessionRef/case/:caseRef/delete/", "routes/logbook/case-delete.tsx"),

  route("job_plans/", "routes/job-plans/job-plans.tsx"),
  route("job_plans/new/", "routes/job-plans/plan-new.tsx"),
  route("job_plans/:planRef/", "routes/job-plans/plan.tsx"),
  route("job_plans/:planRef/edit/", "routes/job-plans/plan-edit.tsx"),
  route("job_plans/:planRef/copy/", "routes/job-plans/plan-copy.tsx"),
  route("job_plans/:planRef/end/", "routes/job-plans/plan-end.tsx"),
  route("job_plans/:planRef/delete/", "routes/job-plans/plan-delete.tsx"),
  route("job_plans/:planRef/recalculate/", "routes/job-plans/recalculate.tsx"),
  route("job_plans/:planRef/element/new/", "routes/job-plans/element-new.tsx"),
  route("job_plans/:planRef/element/:elementRef/", "routes/job-plans/element.tsx"),
  route("job_plans/:planRef/element/:elementRef/remove/", "routes/job-plans/element-remove.tsx"),
  route("job_plans/:planRef/element/:elementRef/restore/", "routes/job-plans/element-restore.tsx"),

  ...devRoutes,
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
