/** Addresses of pages beside their own, which somebody with one of each thing reads. */
export const QUERIES_OF_FEW: Record<string, string[]> = {
  "csv-import/import": ["?row=:rowRef", "?row=x&session=y", "?remap=yes", "?add=yes", "?from=1&sessions=1", "?from=x"],
  "csv-import/imports": ["?from=1", "?from=x"],
  "csv-import/case-new": ["?row=:rowRef"],
  "reports/report-print": ["?preset=everything&confirmed=1", "?preset=everything&small=1&element=:elementRef"],
};

/** Addresses of pages beside their own, which the consultant of two years reads; `:planRef` is one of theirs. */
export const QUERIES: Record<string, string[]> = {
  "extras/csv": ["?year=all"],
  "extras/extras": ["?year=all&status=paid&kind=case", "?year=2025&page=2", "?status=outstanding"],
  "extras/timesheet": ["?year=2025"],
  "job-plans/element-new": ["?template=on_call"],
  "job-plans/plan-new": ["?template=full_time"],
  "leave/leave": ["?year=2024", "?year=2027"],
  "leave/leave-new": ["?date=24/12/2026"],
  "leave/public-holidays": ["?year=2027", "?year=2025&changed=25/12/2025"],
  "logbook/case-new": ["?like=last"],
  "logbook/logbook": ["?date=2026-03-10"],
  "logbook/planned-log": ["?start=08:30"],
  "logbook/round-up": ["?date=10/11/2026"],
  "logbook/session-delete": ["?all=yes"],
  "logbook/session-new": ["?date=24/11/2026&element=:elementRef", "?like=:sessionRef"],
  "logbook/week": ["?date=26/10/2026", "?date=28/12/2026"],
  "logbook/weeks": ["?top=2026-11-16&weeks=2", "?top=2026-11-16&weeks=1", "?top=2026-11-16&weeks=1.5"],
  "mydata/activity": ["?page=2", "?page=3"],
  "mydata/case-data": ["?from=01/10/2026&until=31/10/2026", "?sort=-age&columns=date&columns=age", "?page=2"],
  "mydata/session-data": ["?from=01/10/2026&until=31/10/2026", "?sort=element&element=none", "?page=3"],
  "progress/progress": ["?plan=:planRef&day=2026-09-30&measure=hours&bars=week", "?method=annual&of=SPA"],
  "progress/csv": ["?table=weeks", "?plan=:planRef&of=DCC"],
  "reports/locked-periods": ["?from=2026-01-01&until=2026-03-31"],
  "reports/reflections": ["?show=open", "?year=2025"],
  "reports/report-print": [
    ...["?preset=plan&small=1", "?preset=extra-work", "?preset=logbook&period=custom&from=1/3/2026&until=30/9/2026"],
    ...["?section=work&section=caseload&element=:elementRef", "?section=scope&period=plan::planRef"],
    "?preset=everything&period=custom&from=1/10/2026&until=21/11/2026",
    "?preset=everything&period=last_tax&small=1&site=Main theatres&site=Trauma theatre",
    "?preset=everything&period=custom&from=1/6/2026&until=31/8/2026&specialty=ENT&employer=County Hospitals NHS Trust",
    "?section=job-plan&section=leave&section=gaps&period=tax&element=:elementRef&specialty=orthopaedics",
  ],
  "reports/reports": ["?preset=everything", "?period=custom&from=1/3/2026&until=x"],
  "reports/table-file": ["?section=caseload&table=asa-by-urgency"],
};
