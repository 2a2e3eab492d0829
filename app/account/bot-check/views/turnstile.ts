import type { BotCheckData } from "../bot-check";

/** The part of Cloudflare's script that is used here. */
interface Turnstile {
  render(box: HTMLElement, options: Record<string, unknown>): string | null | undefined;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** How long a network may take to load the script before its page goes on without it. */
const LOAD_TIMEOUT_MS = 8000;

/**
 * Loads Turnstile's script, if necessary, and renders a widget.
 * @param onToken gets each token, and "" when the last one is no longer valid
 * @param onFailure called when there will be no token
 * @returns a function that removes the widget
 */
export function showWidget(
  box: HTMLElement,
  { siteKey, scriptUrl, action }: Omit<BotCheckData, "otherwise">,
  onToken: (token: string) => void,
  onFailure: () => void,
): () => void {
  let widget: string | null | undefined;
  let gone = false;
  const clear = () => onToken("");
  const fail = () => {
    if (!gone) onFailure();
    return true;
  };
  // Cleared only when a widget is rendered: a script that fails counts as one that does not load.
  const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
  const draw = () => {
    if (gone) return;
    widget = window.turnstile?.render(box, {
      sitekey: siteKey,
      action,
      size: "flexible",
      language: "en",
      "response-field": false,
      callback: onToken,
      "expired-callback": clear,
      "error-callback": fail,
      "unsupported-callback": fail,
    });
    if (widget) clearTimeout(timer);
  };
  if (window.turnstile) draw();
  else {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = draw;
    script.onerror = fail;
    document.head.appendChild(script);
  }
  return () => {
    gone = true;
    clearTimeout(timer);
    if (widget) window.turnstile?.remove(widget);
    clear();
  };
}
