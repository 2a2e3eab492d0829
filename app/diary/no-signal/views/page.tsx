import { createRoot } from "react-dom/client";
import { keptHere, NoSignalPage } from "./no-signal-page";

// Read before anything is drawn: drawn empty first, the form would wait for a second frame.
keptHere().then((found) =>
  createRoot(document.getElementById("no-signal") as HTMLElement).render(<NoSignalPage found={found} />),
);
