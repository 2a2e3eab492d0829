import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The local world: compiled only into a local build. */
const devRoutes =
  process.env.DAYBOOK_LOCAL === "1"
    ? [
        route("dev/new-user/", "routes/dev/new-user.ts"),
        route("dev/seed/", "routes/dev/seed.ts"),
        route("dev/expire-login/", "routes/dev/expire-login.ts"),
        route("dev/grow/", "routes/dev/grow.ts"),
        route("dev/mail/", "routes/dev/mail.tsx"),
        route("dev/code/", "routes/dev/code.ts"),
        route("dev/turnstile/:part/*", "routes/dev/turnstile.ts"),
      ]
    : [];

/** Every address, in the order of the specification (2.1); each page's forms stand under it. */
export default [
  index("routes/home.tsx"),
  route("login/", "routes/login.tsx"),
  route("logout/", "routes/logout.tsx"),
  route("twofactor/", "routes/twofactor.tsx"),
  route("twofactor/recovery/", "routes/twofactor-recovery.tsx"),
  route("signup/", "routes/signup.tsx"),
  route("signedup/", "routes/signedup.tsx"),
  route("email/", "routes/email/email.tsx"),
  route("email/change/", "routes/email/email-change.tsx"),
  route("manage-email/", "routes/email/manage-email.ts"),
  route("verify-email/:verificationCode?/", "routes/email/verify-email.tsx"),
  route("password/forgot/", "routes/password/forgot.tsx"),
  route("password/reset/", "routes/password/reset.tsx"),
  route("password/change/", "routes/password/change.tsx"),
  route("delete_account/", "routes/account/delete-account.tsx"),
  route("account/confirm/", "routes/account/confirm.tsx"),
  route("account/two_factor/", "routes/account/two-factor.tsx"),
  route("account/two_factor/app/", "routes/account/authenticator.tsx"),
  route("account/two_factor/off/", "routes/account/authenticator-off.tsx"),
  route("account/two_factor/codes/", "routes/account/recovery-codes.tsx"),
  route("account/two_factor/passkey/new/", "routes/account/passkey-new.tsx"),
  route("account/two_factor/passkey/:passkeyRef/", "routes/account/passkey.tsx"),
  route("profile/", "routes/account/profile.tsx"),
  route("terms/", "routes/terms.tsx"),
  route("privacy/", "routes/privacy.tsx"),
  route("keys/", "routes/keys.tsx"),

  layout("routes/logbook/frame.tsx", [
    route("logbook/", "routes/logbook/logbook.tsx"),
    route("logbook/week/", "routes/logbook/week.tsx"),
    route("logbook/search/", "routes/logbook/search.tsx"),
    route("logbook/session/new/", "routes/logbook/session-new.tsx"),
    route("logbook/session/:sessionRef/", "routes/logbook/session.tsx"),
    route("logbook/session/:sessionRef/delete/", "routes/logbook/session-delete.tsx"),
    route("logbook/session/:sessionRef/case/new/", "routes/logbook/case-new.tsx"),
    route("logbook/session/:sessionRef/case/:caseRef/", "routes/logbook/case.tsx"),
    route("logbook/session/:sessionRef/case/:caseRef/delete/", "routes/logbook/case-delete.tsx"),
    // Sessions and cases are opened over it too, by their own addresses with `?view=import`.
    route("import_csv_data/", "routes/csv-import/import.tsx"),
    route("import_csv_data/place/", "routes/csv-import/place.tsx"),
    route("import_csv_data/clear/", "routes/csv-import/clear.tsx"),
    route("import_csv_data/session/:sessionRef/case/new/", "routes/csv-import/case-new.tsx"),
  ]),
  route("logbook/weeks/", "routes/logbook/weeks.ts"),
  route("logbook/undo/", "routes/logbook/undo-list.tsx"),
  route("logbook/undo/:undoRef/", "routes/logbook/undo.tsx"),
  route("logbook/week/:monday/copy/", "routes/logbook/week-copy.tsx"),
  route("logbook/options/", "routes/logbook/options.tsx"),
  route("logbook/options/:optionRef/", "routes/logbook/option.tsx"),
  route("logbook/session/:sessionRef/repeat/", "routes/logbook/session-repeat.tsx"),

  route("import_csv_data/map/", "routes/csv-import/map.tsx"),
  route("import_csv_data/rows/", "routes/csv-import/rows.ts"),
  route("import_csv_data/rejected/", "routes/csv-import/rejected.ts"),
  route("import_csv_data/imports/", "routes/csv-import/imports.tsx"),
  route("import_csv_data/imports/:importRef/", "routes/csv-import/import-undo.tsx"),

  route("job_plans/", "routes/job-plans/job-plans.tsx"),
  route("job_plans/new/", "routes/job-plans/plan-new.tsx"),
  route("job_plans/templates/", "routes/job-plans/plan-templates.tsx"),
  route("job_plans/:planRef/", "routes/job-plans/plan.tsx"),
  route("job_plans/:planRef/edit/", "routes/job-plans/plan-edit.tsx"),
  route("job_plans/:planRef/copy/", "routes/job-plans/plan-copy.tsx"),
  route("job_plans/:planRef/end/", "routes/job-plans/plan-end.tsx"),
  route("job_plans/:planRef/delete/", "routes/job-plans/plan-delete.tsx"),
  route("job_plans/:planRef/recalculate/", "routes/job-plans/recalculate.tsx"),
  route("job_plans/:planRef/diary/", "routes/job-plans/plan-diary.tsx"),
  route("job_plans/:planRef/element/new/", "routes/job-plans/element-new.tsx"),
  route("job_plans/:planRef/element/templates/", "routes/job-plans/element-templates.tsx"),
  route("job_plans/:planRef/element/:elementRef/", "routes/job-plans/element.tsx"),
  route("job_plans/:planRef/element/:elementRef/remove/", "routes/job-plans/element-remove.tsx"),
  route("job_plans/:planRef/element/:elementRef/restore/", "routes/job-plans/element-restore.tsx"),

  route("api/usercheck/", "routes/api/usercheck.ts"),
  route("api/auth/get_authentication_options/", "routes/api/auth/get-authentication-options.ts"),
  route("api/auth/login_with_passkey/", "routes/api/auth/login-with-passkey.ts"),

  ...devRoutes,
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
