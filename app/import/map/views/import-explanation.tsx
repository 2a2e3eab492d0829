import { Link } from "react-router";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { CSV_FIELD_LABELS, CSV_FIELDS } from "~/import/fields";
import { formatList } from "~/platform/time/counted";

/** All fields of a case, as a list in a sentence. */
const FIELDS = formatList(
  CSV_FIELDS.map((field) => CSV_FIELD_LABELS[field].replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())),
);

/** Shown before a file is chosen: what can be imported, what happens to its cases, and what is sent. */
export function ImportExplanation({ onDevice }: { onDevice: boolean }) {
  return (
    <>
      <section aria-labelledby="what-to-import" className={column({ gap: "2" })}>
        <h2 id="what-to-import">What you can import</h2>
        <ul className={facts}>
          <li>A CSV file with a row for each case. Each row needs a date. The other columns are optional.</li>
          <li>These columns are read: {FIELDS}. A date of birth is read as the age on the day.</li>
          <li>
            Rows of cancelled cases are left out, and so are those of other anaesthetists once you have chosen your
            name.
          </li>
          <li>
            Daybook suggests what the words in a column mean, by its lists and{" "}
            <Link to="/logbook/options/">your own options</Link>. You can choose another meaning, or leave a word out.
            Your choices are remembered for the next file with the same headings.
          </li>
        </ul>
      </section>
      <section aria-labelledby="what-happens" className={column({ gap: "2" })}>
        <h2 id="what-happens">What happens to the cases</h2>
        <ul className={facts}>
          <li>The cases are listed beside your sessions. Add them one by one, or all that fall inside a session.</li>
          <li>
            Daybook can make sessions for the other cases, at the times of your job plan where it has any. A new session
            gets the location and specialty of its cases.
          </li>
          <li>
            You see what will be added before you confirm, and can undo it for an hour. You can undo a whole import at
            any time in <Link to="/import_csv_data/imports/">Past imports</Link>. The sessions stay.
          </li>
        </ul>
      </section>
      <section aria-labelledby="what-is-sent" className={column({ gap: "2" })}>
        <h2 id="what-is-sent">What is sent and kept</h2>
        <ul className={facts}>
          <li>
            {onDevice
              ? "Your browser reads the file. Columns that you do not map, such as names and hospital numbers, never leave your device. Nor do names in the column of anaesthetists. From a date of birth in the column of ages only the age is sent."
              : "With JavaScript your browser reads the file. Columns that you do not map, such as names and hospital numbers, never leave your device. Nor do names in the column of anaesthetists. From a date of birth in the column of ages only the age is sent. Without JavaScript the whole file is sent, and none of these are kept."}
          </li>
          <li>
            Descriptions are encrypted. Cases that you have not added to a session after 30 days are deleted. You can
            clear them at any time.
          </li>
        </ul>
      </section>
    </>
  );
}

const facts = css({
  display: "grid",
  gap: "1",
  maxWidth: "read",
  paddingLeft: "5",
  listStyleType: "disc",
  color: "quiet",
});
