import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { NotFound, RequestIdContext, SomethingWrong } from "~/ui/layout/failure";
import { MENU_CLOSE_DELAY_MS } from "~/ui/layout/menus";
import { TopBar } from "~/ui/layout/top-bar";
import { SNACKBAR_MS } from "~/ui/overlays/snackbar";

function markup(element: React.ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
}

test("a page that is not there leads back to the logbook, or home for a visitor", () => {
  expect(markup(<NotFound signedIn />)).toMatch(
    /Sorry\.\.\.\. We cannot find that page<\/h1>.*href="\/logbook\/"[^>]*>Back to logbook</,
  );
  expect(markup(<NotFound signedIn={false} />)).toMatch(/href="\/"[^>]*>Go back</);
});

test("a page that fails says so in the words of the specification", () => {
  const forecast = markup(<SomethingWrong />);
  expect(forecast).toContain("Something went wrong loading this page</h1>");
  expect(forecast).toContain("Please refresh the page and try again");
  expect(forecast).not.toContain("Unexpected Application Error!");
  expect(markup(<SomethingWrong unexpected />)).toContain("Unexpected Application Error!");
  expect(markup(<SomethingWrong reason="This form is too large" />)).toContain("<p>This form is too large</p>");
});

test("a failure shows the reference under which support finds it, and a refusal that says its reason does not", () => {
  const shown = (page: React.ReactNode) => markup(<RequestIdContext value="2345-6789-abcd">{page}</RequestIdContext>);
  expect(shown(<SomethingWrong unexpected />)).toContain("give this reference: <strong>2345-6789-abcd</strong>");
  expect(shown(<SomethingWrong reason="This form is too large" />)).not.toContain("2345");
  expect(markup(<SomethingWrong unexpected />)).not.toContain("reference");
});

test("the bar holds every entry twice: in the row and in the drawer", () => {
  const entries = [
    { label: "Profile", items: [{ label: "Logout", path: "/logout/" }] },
    { label: "Job Plans", path: "/job_plans/" },
  ];
  const bar = markup(<TopBar entries={entries} home="/logbook/" here="/job_plans/" />);
  for (const words of ["Profile", "Logout", "Job Plans"]) expect(bar.split(words)).toHaveLength(3);
  expect(bar.match(/aria-current="page"/g)).toHaveLength(2);
  expect(bar).toMatch(/href="\/logbook\/"[^>]*>.*Daybook<\/a>/);
});

test("the timings are those of the specification, section 9", () => {
  expect([MENU_CLOSE_DELAY_MS, SNACKBAR_MS]).toEqual([300, 6000]);
});
