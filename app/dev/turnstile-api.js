/* Local stand-in for Turnstile's script: the same calls, the same callbacks, no challenge. */
(() => {
  const base = new URL(".", document.currentScript.src);
  const widgets = new Map();
  const ALWAYS_BLOCKS = /^2x0+/;
  const FORCES_A_CLICK = /^3x0+/;
  let made = 0;

  function draw(widget, text) {
    widget.box.textContent = text;
  }

  async function solve(widget) {
    const { options } = widget;
    const round = ++widget.round;
    widget.token = undefined;
    clearTimeout(widget.expiry);
    draw(widget, "Verifying...");
    if (ALWAYS_BLOCKS.test(options.sitekey)) return fail(widget, "300030");
    if (FORCES_A_CLICK.test(options.sitekey)) await click(widget);
    const body = new URLSearchParams({
      sitekey: options.sitekey,
      action: options.action ?? "",
      cdata: options.cData ?? "",
    });
    const answer = await fetch(new URL("token", base), { method: "POST", body }).catch(() => null);
    // The widget was reset or removed meanwhile.
    if (widget.round !== round) return;
    if (!answer?.ok) return fail(widget, answer ? "400020" : "200500");
    const { token, lasts_ms } = await answer.json();
    widget.token = token;
    draw(widget, "Local check passed");
    if (widget.field) widget.field.value = token;
    widget.expiry = setTimeout(() => expire(widget), lasts_ms);
    options.callback?.(token);
  }

  function click(widget) {
    return new Promise((done) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Verify you are human";
      button.onclick = done;
      widget.box.replaceChildren(button);
    });
  }

  function fail(widget, code) {
    draw(widget, "Local check failed");
    widget.options["error-callback"]?.(code);
  }

  function expire(widget) {
    widget.token = undefined;
    if (widget.field) widget.field.value = "";
    widget.options["expired-callback"]?.();
    if ((widget.options["refresh-expired"] ?? "auto") === "auto") solve(widget);
  }

  function find(id) {
    return id === undefined ? [...widgets.values()].at(-1) : widgets.get(id);
  }

  window.turnstile = {
    render(container, options) {
      const parent = typeof container === "string" ? document.querySelector(container) : container;
      if (!parent || !options?.sitekey) return undefined;
      const id = `cf-chl-widget-local-${++made}`;
      const box = document.createElement("div");
      Object.assign(box.style, {
        alignItems: "center",
        border: "1px solid GrayText",
        boxSizing: "border-box",
        display: "flex",
        height: "65px",
        minWidth: options.size === "flexible" ? "" : "300px",
        padding: "0 16px",
      });
      parent.append(box);
      const widget = { box, options, round: 0 };
      if (options["response-field"] !== false) {
        widget.field = Object.assign(document.createElement("input"), {
          type: "hidden",
          name: options["response-field-name"] ?? "cf-turnstile-response",
        });
        parent.append(widget.field);
      }
      widgets.set(id, widget);
      solve(widget);
      return id;
    },
    reset(id) {
      const widget = find(id);
      if (widget) solve(widget);
    },
    remove(id) {
      const widget = find(id);
      if (!widget) return;
      widget.round += 1;
      clearTimeout(widget.expiry);
      widget.box.remove();
      widget.field?.remove();
      widgets.delete(id);
    },
    getResponse: (id) => find(id)?.token,
    isExpired: (id) => find(id)?.token === undefined,
    ready: (callback) => callback(),
  };

  const onload = new URL(document.currentScript.src).searchParams.get("onload");
  if (onload) window[onload]?.();
})();
