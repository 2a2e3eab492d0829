import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** Building blocks that `/dev/parts/` does not name, and why. */
const NOT_NAMED: Record<string, string> = {
  TopBar: "the bar of the page itself",
  BarDrawer: "the menu of that bar on a phone",
  Submenu: "the menus of that bar",
  RowMenu: "a menu of the list of fees: a fold",
  ActionMenu: "a panel over the page, as the menus of that bar",
  FormPage: "a dialog with a form: both are there",
  DeletePart: "a line and a button that are there",
  Footer: "the footer of the page itself",
  PageTitle: "draws nothing: the title of a browser's tab",
  SharedLink: "draws nothing: what a shared link shows",
  EnterSaves: "draws nothing: the button that the Enter key presses",
  FieldFrame: "in each field",
  FieldError: "in each refused field",
  DateOpener: "in each date field",
  Reference: "in the page of what went wrong",
  GlobalKeys: "draws nothing until a key is pressed: its dialogs cover the page",
  NoConnection: "only while an attempt of the page itself has failed",
  Keeper: "draws nothing: keeps forms on a device that was switched on",
  Drafts: "only on a device that was switched on, on the page of a form that was left",
  SendAgain: "drawn on the server alone, in place of a page",
  Snackbar: "covers the page for six seconds",
  NoticeSnackbar: "covers the page for six seconds",
  KeysDialog: "covers the page: its list is there",
  LeaveDialog: "covers the page",
  DialogOver: "covers the page: what is in it is there",
};

test("every building block is among the parts, or has a reason not to be", () => {
  const blocks = filesBelow("app/ui")
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) =>
      [...textOf(path).matchAll(/^export (?:default )?function ([A-Z]\w+)/gm)].map(([, name]) => name),
    );
  const gallery = filesBelow("app/dev/parts").map(textOf).join("\n");
  const missing = blocks.filter((name) => !new RegExp(`<${name}\\b`).test(gallery));
  expect(missing.filter((name) => !(name !== undefined && name in NOT_NAMED))).toEqual([]);
  // A reason outlives no block, and none that is shown.
  expect(Object.keys(NOT_NAMED).filter((name) => !missing.includes(name))).toEqual([]);
});
