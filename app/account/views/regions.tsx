import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { upperFirst } from "~/platform/letter-case";
import { formatGuarantee, type OtherRegion, type Place } from "~/platform/places";

interface RegionsData {
  place: Place;
  otherRegions: readonly OtherRegion[];
}

/** On Create Account: where this region keeps data, and the others that take new users. */
export function StoredHere({ place, otherRegions }: RegionsData) {
  const open = otherRegions.filter(({ isOpen }) => isOpen);
  return (
    <div className={column({ gap: "1" })}>
      <p>
        Your account, diary and backups are stored in {place.name}: {formatGuarantee(place.isGuaranteed)}.
      </p>
      {open.length > 0 && (
        <>
          <p>To store them somewhere else, create your account there:</p>
          <RegionLinks regions={open} path="/signup/" withGuarantee />
        </>
      )}
    </div>
  );
}

/** In place of the form of Create Account. */
export function Closed({ message, otherRegions }: { message: string; otherRegions: readonly OtherRegion[] }) {
  const open = otherRegions.filter(({ isOpen }) => isOpen);
  return (
    <div className={column({ gap: "3" })}>
      <p>
        {message}
        {open.length > 0 ? ":" : "."}
      </p>
      <RegionLinks regions={open} path="/signup/" withGuarantee />
    </div>
  );
}

/** On Login: an account is in one region alone. */
export function LoginElsewhere({ otherRegions }: Pick<RegionsData, "otherRegions">) {
  if (otherRegions.length === 0) return null;
  return (
    <div className={column({ gap: "1" })}>
      <p className={text({ kind: "hint" })}>Is your diary in another region? Log in there:</p>
      <RegionLinks regions={otherRegions} path="/login/" />
    </div>
  );
}

interface RegionLinksProps {
  regions: readonly OtherRegion[];
  path: "/login/" | "/signup/";
  withGuarantee?: boolean;
}

export function RegionLinks({ regions, path, withGuarantee = false }: RegionLinksProps) {
  if (regions.length === 0) return null;
  return (
    <ul className={list}>
      {regions.map(({ name, origin, isGuaranteed }) => (
        <li key={origin}>
          <a href={origin + path}>{upperFirst(name)}</a>
          {withGuarantee && `: ${formatGuarantee(isGuaranteed)}`}
        </li>
      ))}
    </ul>
  );
}

const list = css({ listStyleType: "disc", paddingLeft: "5", margin: "0" });
