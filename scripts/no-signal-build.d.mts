import type { Plugin } from "vite";

export function noSignal(): Plugin;
