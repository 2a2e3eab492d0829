const PATHS = {
  brand: "M6 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 3v18M12.5 9h4M12.5 13h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  chevron: "M6 9l6 6 6-6",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.5",
  problem: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v5M12 16v.5",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v-.5",
  waiting: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2",
  earlier: "M19 12H5M11 6l-6 6 6 6",
  later: "M5 12h14M13 6l6 6-6 6",
  calendar: "M4 5h16v15H4zM4 10h16M8 3v4M16 3v4",
  week: "M4 5h16v15H4zM4 10h16M9.5 10v10M14.5 10v10",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  remove: "M7 7l10 10M17 7L7 17",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, always beside text, so hidden from screen readers. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
