/** One line a case, as the pages of its session show it. */
export interface CaseLine {
  unique_ref: string;
  time: string;
  summary: string;
}

export function CaseList({ cases }: { sessionRef: string; cases: CaseLine[] }) {
  return (
    <ul>
      {cases.map((each) => (
        <li key={each.unique_ref}>
          {each.time} {each.summary}
        </li>
      ))}
    </ul>
  );
}
