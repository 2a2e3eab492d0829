/** User levels of the specification (3.2): 0 anonymous, 9 freshly signed up, 1-10 signed in, 10 administrator. */
export const ANONYMOUS_LEVEL = 0;
/** The lowest level that somebody signed in has: it opens the pages of the account. */
export const ACCOUNT_LEVEL = 1;
export const NEW_ACCOUNT_LEVEL = 9;
export const ADMIN_LEVEL = 10;
const AUTO_SELECT_LEVEL = 8;

/** Every kind of screen, and the levels that may see it (specification 2.2 and 6). Both ends included. */
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

/** Where no session says who asks: the level of an account that may have what is behind a screen. */
export function lowestLevel(screen: Screen): number {
  return SCREENS[screen][0];
}

/** Level 8 alone has the one job plan element that applies chosen for it (specification sections 4 and 6). */
export function hasElementChosen(level: number): boolean {
  return level === AUTO_SELECT_LEVEL;
}

interface MenuEntry {
  label: string;
  screen: Screen;
  /** A plain link has a path, a submenu has items. */
  path?: string;
  items?: { label: string; path: string }[];
  /** Stands at the end of the bar, as a button. */
  visual?: "plain" | "primary";
  /** Loads a new document: the page has a policy of its own. */
  newDocument?: boolean;
  /** In the drawer of a phone its items are in sight at once. */
  isOpen?: boolean;
}

/**
 * The menu of the specification (2.2) in its order. Of our own are Your Profile before Logout, Search after the items of
 * the logbook, and Help at the end.
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
      { label: "Your Profile", path: "/profile/" },
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

/** Where the product title leads (specification 2.2), and where someone lands who may not be where they are. */
export function homeOf(level: number): string {
  return mayOpen("diary", level) ? "/logbook/" : "/";
}
