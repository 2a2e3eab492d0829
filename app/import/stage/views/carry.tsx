import { Link } from "react-router";
import { css } from "styled-system/css";
import { pathTo } from "~/platform/http/path-to";
import { importPath, type Place } from "../list-pages";
import type { RowLine } from "../list-rows.server";

/** A case that was picked up, for which a session is to be chosen. */
export interface Carried {
  rowRef: string;
  /** `Tue 17 Nov 2026, 09:05 – 10:40, DHS left hip`. */
  words: string;
}

export function wordsOfRow({ date, time, description }: Pick<RowLine, "date" | "time" | "description">): string {
  return [date, time, description].filter(Boolean).join(", ");
}

/** Path of the dialog in which a case of the file becomes a case of a session; it leads back to the pages of the lists. */
export function casePath(sessionRef: string, place: Place): string {
  const path = pathTo("/import_csv_data/session/:sessionRef/case/new/", { sessionRef });
  return importPath(place).replace("/import_csv_data/", path);
}

interface CarryBarProps {
  carried: Carried | null;
  /** Said when there is none. */
  said: string;
  cancelPath: string;
  onCancel: () => void;
}

/** Live region: the case for which a session is being chosen, which stays in view meanwhile. */
export function CarryBar({ carried, said, cancelPath, onCancel }: CarryBarProps) {
  return (
    <div role="status" className={carryBar} data-carrying={carried ? "" : undefined}>
      {carried ? (
        <>
          <span>
            <b>Choose a session for</b> {carried.words}
          </span>
          <Link
            to={cancelPath}
            onClick={(event) => {
              event.preventDefault();
              onCancel();
            }}
          >
            Cancel
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
