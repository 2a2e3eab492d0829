import { Link } from "react-router";
import { css } from "styled-system/css";
import { row, table, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/layout/button";
import { PageTitle } from "~/ui/layout/page";

/** What Daybook does (specification, section 1), without anything that it does not do yet. */
const POINTS = [
  {
    title: "Job planning",
    words: "Set up your plan once. Its elements tag everything you do, inside the plan or outside it.",
  },
  {
    title: "A diary of sessions",
    words: "Enter when you started and finished. The PAs are worked out by your plan’s rules, nights included.",
  },
  {
    title: "Ahead or behind",
    words: "One sentence, in PAs and weeks, and the chart under it. Leave, sickness and bank holidays are included.",
  },
  {
    title: "Additional paid work",
    words: "Waiting list initiatives and extra lists: what to claim, what is pending and what was paid.",
  },
  {
    title: "Leave in days and PAs",
    words: "What a day off is worth, by weekday. Annual leave, study leave and time in lieu, and what is left of each.",
  },
  {
    title: "A logbook of cases",
    words: "Age, ASA grade, airway and procedures, with options of your own.",
  },
  {
    title: "Appraisal and CPD",
    words: "Reflective notes beside your cases, CPD by domain, and yearly reports for your appraisal.",
  },
  {
    title: "Private, secure cloud storage",
    words:
      "Daily backups, kept for 35 days. Only you read your diary: administrators see accounts, never what is in them.",
  },
  {
    title: "Encrypted before it is stored",
    words:
      "Case text and notes are encrypted, each user's under a key of their own. The privacy notice says what that means.",
  },
  {
    title: "Two-factor authentication",
    words: "Log in with a passkey, or with a code from your phone as well as your password. See and end every login.",
  },
  {
    title: "Yours to keep",
    words:
      "Export everything as files whenever you like, and restore from them. Delete your account and everything in it is deleted.",
  },
  { title: "Any screen, any signal", words: "Desktop or mobile. Every form works without JavaScript." },
];

export function Landing() {
  return (
    <>
      <PageTitle title="Diary and logbook for hospital consultants" />
      <section className={hero}>
        <div className={css({ display: "grid", gap: "4", justifyItems: "start" })}>
          <h1 className={css({ fontSize: "hero", lineHeight: "tight", letterSpacing: "hero" })}>
            Know what you have worked, and what you are owed
          </h1>
          <p className={text({ kind: "lead" })}>
            A diary and logbook for hospital consultants. Your job plan, your sessions and their PAs, your cases, your
            leave and additional paid work, in one private place.
          </p>
          <div className={row()}>
            <LinkButton to="/signup/" visual="primary">
              Create an account
            </LinkButton>
            <span className={onPhones}>
              <LinkButton to="/login/" newDocument>
                Login
              </LinkButton>
            </span>
            <a href="#how" className={text({ kind: "strong" })}>
              <span
                className={css({
                  display: "inline-flex",
                  minHeight: "control",
                  alignItems: "center",
                  paddingInline: { base: "0", wide: "3" },
                })}
              >
                See how it works
              </span>
            </a>
          </div>
        </div>
        <ExampleDay />
      </section>
      <section id="how" className={points}>
        {POINTS.map(({ title, words }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p className={text({ kind: "quiet" })}>{words}</p>
          </div>
        ))}
      </section>
      <footer className={foot}>
        <Link to="/terms/">Terms</Link>
        <Link to="/privacy/">Privacy</Link>
      </footer>
    </>
  );
}

/** One day of the diary, as an example. */
function ExampleDay() {
  return (
    <figure className={slip}>
      <figcaption className={text({ kind: "quiet" })}>Tuesday 17 November</figcaption>
      <p className={css({ fontSize: "h2", fontWeight: "heading" })}>All-day orthopaedics</p>
      <table className={table()}>
        <tbody>
          <tr>
            <td>08:00 – 18:00</td>
            <td className="r">2.50 PA</td>
          </tr>
          <tr>
            <td>Cases logged</td>
            <td className="r">5</td>
          </tr>
          <tr>
            <td>Plan to date</td>
            <td className="r">
              <strong>1.75 PA ahead</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </figure>
  );
}

const hero = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", desk: "1.1fr 0.9fr" },
  gap: { base: "6", desk: "7" },
  paddingTop: { base: "5", desk: "7" },
  paddingBottom: { base: "5", desk: "6" },
  alignItems: "center",
});

/** For phones, where the bar has its links in the drawer. */
const onPhones = css({ display: { base: "flex", wide: "none" } });

const slip = css({
  background: "card",
  border: "line",
  borderRadius: "dialog",
  boxShadow: "slip",
  paddingBlock: "4",
  paddingInline: "5",
  display: "grid",
  gap: "1",
  margin: "0",
  "& tr:last-child td": { borderBottom: "none" },
});

const points = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "1fr 1fr", desk: "repeat(3, 1fr)" },
  columnGap: "6",
  rowGap: "5",
  borderTop: "line",
  paddingTop: "6",
  "& h2": { marginBottom: "1" },
});

const foot = css({
  display: "flex",
  gap: "4",
  borderTop: "line",
  marginTop: "5",
  paddingTop: "2",
  fontSize: "sm",
  "& a": { display: "inline-flex", alignItems: "center", minHeight: { base: "control", wide: "button" } },
});
