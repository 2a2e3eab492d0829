import { createRoot } from "react-dom/client";
import { NoSignalPage } from "./no-signal-page";

createRoot(document.getElementById("no-signal") as HTMLElement).render(<NoSignalPage />);
