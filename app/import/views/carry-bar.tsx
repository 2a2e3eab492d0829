import { Link, useNavigate } from "react-router";
import { css } from "styled-system/css";
import { useCarry } from "./carry";

/** The case that a session is chosen for, in sight while one looks for that; else what was last said of one. */
export function CarryBar({ said }: { said: string }) {
  const { carried, take } = useCarry();
  const navigate = useNavigate();
  return (
    <div role="status" className={carryBar} data-carrying={carried ? "" : undefined}>
      {carried ? (
        <>
          <span>
            <b>Choose a session for</b> {carried.words}
          </span>
          <Link
            to="/import_csv_data/"
            onClick={(event) => {
              event.preventDefault();
              take(null);
              document.getElementById(`take-${carried.rowRef}`)?.focus();
              if (location.search) navigate("/import_csv_data/");
            }}
          >
            Put it back
          </Link>
        </>
      ) : (
        <span className={css({ srOnly: true })}>{said}</span>
      )}
    </div>
  );
}

const carryBar = css({
  "&[data-carrying]": {
    position: "sticky",
    top: "[64px]",
    zIndex: "under",
    marginBottom: "4",
    display: "flex",
    flexWrap: "wrap",
    gap: "3",
    justifyContent: "space-between",
    background: "accentSoft",
    border: "[2px solid {colors.accent}]",
    borderRadius: "md",
    paddingBlock: "3",
    paddingInline: "4",
  },
});
