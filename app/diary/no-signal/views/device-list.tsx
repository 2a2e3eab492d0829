import { column, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { LinkButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";

interface ListedDevice {
  ref: string;
  name: string;
  waiting: string;
}

/** The devices that keep what is typed without signal; nothing where there is none. */
export function DeviceList({ devices }: { devices: ListedDevice[] }) {
  if (devices.length === 0) return null;
  return (
    <section className={column({ gap: "3" })}>
      <h2>Devices that work without signal</h2>
      <p className={text({ kind: "read" })}>
        What you type on them without signal waits there, where nobody can read it. Revoke a device that you no longer
        have.
      </p>
      <LineList>
        {devices.map(({ ref: deviceRef, name, waiting }) => (
          <Line key={deviceRef} heading={<h3>{name}</h3>} facts={waiting}>
            <LinkButton to={pathTo("/logbook/no_signal/device/:deviceRef/revoke/", { deviceRef })}>
              Revoke {name}
            </LinkButton>
          </Line>
        ))}
      </LineList>
    </section>
  );
}
