/** What a link to a page for visitors shows where it is shared: its title, and a sentence. */
const PAGES: Readonly<Record<string, readonly [title: string, description: string]>> = {
  "/": [
    "Daybook: diary and logbook for hospital consultants",
    "Log sessions and cases between two patients, see how many PAs you are ahead or behind, claim what you are owed, and take reports to appraisal.",
  ],
  "/signup/": [
    "Create an account – Daybook",
    "Set up your job plan once, then log what you work. It takes a few minutes.",
  ],
  "/login/": ["Login – Daybook", "Log in to your diary and logbook."],
  "/terms/": ["Terms – Daybook", "What you agree to when you create an account."],
  "/privacy/": ["Privacy notice – Daybook", "What Daybook keeps about you, where, how long, and who can read it."],
  "/keys/": ["Keys – Daybook", "Everything that the keyboard does in Daybook."],
  "/help/": ["Help and support – Daybook", "How to do the usual things, and whom to ask."],
};

const PICTURE = { path: "/shared-link.png", alt: "Daybook: know what you have worked, and what you are owed" };

/**
 * Open Graph's elements for the head, which React lifts there from wherever they are. Programs that show a link read
 * whole addresses only.
 * @returns null for pages that nobody but their user can open
 */
export function SharedLink({ path, origin }: { path: string; origin: string }) {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (!page) return null;
  const [title, description] = page;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Daybook" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + PICTURE.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={PICTURE.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
