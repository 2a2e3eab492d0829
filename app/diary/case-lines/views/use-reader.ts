import { useEffect, useState } from "react";

export type Reader = typeof import("./reader");

/** The reader of lines, which comes once the list is open; null until then, and without a connection. */
export function useReader(): Reader | null {
  const [reader, setReader] = useState<Reader | null>(null);
  useEffect(() => {
    let isHere = true;
    import("./reader").then(
      (loaded) => isHere && setReader(() => loaded),
      // The server reads the lines when they are sent.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return reader;
}
