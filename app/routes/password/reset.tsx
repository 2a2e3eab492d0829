/** Placeholder: its slice replaces it. */
export function loader() {
  throw new Response(null, { status: 404 });
}
