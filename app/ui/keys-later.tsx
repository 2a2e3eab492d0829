import { type ComponentType, useEffect, useState } from "react";

/** The keys, loaded after the page: no page waits for them, and visitors never load them. */
export function KeysLater() {
  const [loaded, setLoaded] = useState<{ Keys: ComponentType } | null>(null);
  useEffect(() => {
    // Without them the page has a link or a button for everything.
    import("./global-keys").then(({ GlobalKeys }) => setLoaded({ Keys: GlobalKeys })).catch(() => {});
  }, []);
  return loaded && <loaded.Keys />;
}
