import { createRoot } from "react-dom/client";

createRoot(document.getElementById("no-signal") as HTMLElement).render(<p>Here</p>);
