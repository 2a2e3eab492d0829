import { note } from "styled-system/recipes";

/** Above a form that was filled in from another case. */
export function LikeNote({ filled }: { filled: boolean }) {
  return (
    <p className={note()}>
      {filled
        ? "Airway, procedures, urgency and supervision are filled in. Age, gender, ASA, times and texts are this patient’s own."
        : "There is no earlier case to take anything over from."}
    </p>
  );
}
