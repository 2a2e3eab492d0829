/** User levels of the specification (3.2): 0 anonymous, 9 freshly signed up, 1-10 logged in, 10 administrator. */
export const ANONYMOUS_LEVEL = 0;
/** The lowest level of a logged-in user: it opens the account pages. */
export const ACCOUNT_LEVEL = 1;
export const NEW_ACCOUNT_LEVEL = 9;
export const ADMIN_LEVEL = 10;
const AUTO_SELECT_LEVEL = 8;

/** Every kind of screen, and the levels that may see it (specification 2.2 and 6), both inclusive. */
const SCREENS = {
  anonymous: [0, 0],
  account: [1, 10],
  /** Account pages that an administrator sees without a second factor too, to set one up. */
  factors: [1, 10],
  diary: [3, 10],
  progress: [5, 10],
  admin: [10, 10],
} as const satisfies Record<string, readonly [number, number]>;

export type Screen = keyof typeof SCREENS;

export function mayOpen(screen: Screen, level: number): boolean {
  const [lowest, highest] = SCREENS[screen];
  return level >= lowest && level <= highest;
}

/** The lowest level that may see a screen, for checks of an account without a login. */
export function lowestLevel(screen: Screen): number {
  return SCREENS[screen][0];
}

/** Only for level 8 the one applicable job plan element is preselected (specification sections 4 and 6). */
export function hasElementChosen(level: number): boolean {
  return level === AUTO_SELECT_LEVEL;
}

interface MenuEntry {
  label: string;
  screen: Screen;
  /** A plain link has a path, a submenu has items. */
  path?: string;
  items?: { label: string; path: string }[];
  /** Shown at the end of the bar, as a button. */
  visual?: "plain" | "primary";
  /** Loads a new document: the page has its own security policy. */
  newDocument?: boolean;
  /** In the drawer of a phone its items are shown at once. */
  isOpen?: boolean;
}

/**
 * The menu of the specification (2.2) in its order. Additions to it: Your profile before Logout, Search and Undo
 * recent changes after the items of the logbook, and Help at the end.
 */
const MENU: MenuEntry[] = [
  { label: "Login", screen: "anonymous", path: "/login/", visual: "plain", newDocument: true },
  { label: "Sign Up", screen: "anonymous", path: "/signup/", visual: "primary", newDocument: true },
  {
    label: "Profile",
    screen: "account",
    items: [
      { label: "Your Data", path: "/mydata/" },
      { label: "Change Password", path: "/password/change/" },
      { label: "Two-Factor Authentication", path: "/account/two_factor/" },
      { label: "Manage Email", path: "/email/" },
      { label: "Your profile", path: "/profile/" },
      { label: "Logout", path: "/logout/" },
    ],
  },
  { label: "Job Plans", screen: "diary", path: "/job_plans/" },
  {
    label: "Your Logbook",
    screen: "diary",
    items: [
      { label: "Daily Logbook", path: "/logbook/" },
      { label: "Leave", path: "/leave/" },
      { label: "Additional Paid Work", path: "/extras/" },
      { label: "Import CSV Data", path: "/import_csv_data/" },
      { label: "Search", path: "/logbook/search/" },
      { label: "Undo recent changes", path: "/logbook/undo/" },
    ],
    isOpen: true,
  },
  { label: "Progress Chart", screen: "progress", path: "/progress/" },
  { label: "Reports", screen: "progress", path: "/reports/" },
  {
    label: "Admin",
    screen: "admin",
    items: [{ label: "Admin Panel", path: "/admin/" }],
    newDocument: true,
  },
  { label: "Help", screen: "account", path: "/help/" },
];

export function menuFor(level: number): MenuEntry[] {
  return MENU.filter((entry) => mayOpen(entry.screen, level));
}

/** The target of the product title (specification 2.2), and of redirects from pages that a user may not open. */
export function homeOf(level: number): string {
  return mayOpen("diary", level) ? "/logbook/" : "/";
}
