interface Held {
  cases: number;
  fees: number;
}

/** What keeps a session in the diary through a leave: `2 cases and a fee`. */
export function staysWords({ cases, fees }: Held): string {
  const held = [
    cases > 0 && (cases === 1 ? "1 case" : `${cases} cases`),
    fees > 0 && (fees === 1 ? "a fee" : `${fees} fees`),
  ].filter(Boolean);
  return held.length > 0 ? `Stays: it has ${held.join(" and ")}` : "Stays: it is not one of a series";
}
