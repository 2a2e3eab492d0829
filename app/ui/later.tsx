import { type ComponentType, useEffect, useState } from "react";

/** A part without which a page has a way for everything: loaded after the page, which does not wait for it. */
export function Later({ load }: { load: () => Promise<{ Part: ComponentType }> }) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType } | null>(null);
  useEffect(() => {
    load().then(setLoaded, () => {});
  }, [load]);
  return loaded && <loaded.Part />;
}
