export function brotliBytes(file: string): number;
export function pageScriptBytes(clientFolder: string, html: string): number;
export function routeScriptBytes(clientFolder: string, routeIds: string[]): number;
export function styleSheets(clientFolder: string): { name: string; bytes: number }[];
