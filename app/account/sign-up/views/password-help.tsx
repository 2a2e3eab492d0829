import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { choice, column, text } from "styled-system/recipes";
import { PASSWORD_MIN, passwordLength } from "~/account/rules";

/** Renders the password help on pages for visitors that have a place for it. The page does not wait for it. */
export default function PasswordHelp() {
  const { key } = useLocation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    void key;
    setPlace(document.getElementById("password-help"));
  }, [key]);
  return place && createPortal(<LengthAndShow />, place);
}

function fields(): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll<HTMLInputElement>("[name^=password]");
}

/** Below a new password: its length so far, and whether it is shown. Missing without script, which it needs. */
function LengthAndShow() {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const field = fields()[0];
    const count = () => setLength(passwordLength(field?.value ?? ""));
    count();
    field?.addEventListener("input", count);
    return () => field?.removeEventListener("input", count);
  }, []);
  return (
    <div className={column({ gap: "1" })}>
      {length > 0 && (
        <span className={text({ kind: "small", figures: true })}>
          {length < PASSWORD_MIN ? `${length} of ${PASSWORD_MIN} characters` : `${length} characters: long enough`}
        </span>
      )}
      <label className={choice()}>
        <input
          type="checkbox"
          onChange={({ currentTarget }) => {
            for (const field of fields()) field.type = currentTarget.checked ? "text" : "password";
          }}
        />
        Show password
      </label>
    </div>
  );
}
