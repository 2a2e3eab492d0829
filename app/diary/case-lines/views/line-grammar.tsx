import { column, text } from "styled-system/recipes";
import { keyList } from "~/ui/keys/keys-dialog";

const PARTS = [
  {
    name: "Age and sex",
    value: "67F, 67 y F, F67, 6m or 6/12 for months, 2/52 for weeks, 10/7 for days, <1; the age in figures",
  },
  {
    name: "ASA grade",
    value:
      "3, III or ASA 3 after the age; 3 or III before the anaesthetic; 3E is also an emergency. Write ASA 3 where a number could count something: 3 hernias",
  },
  {
    name: "Urgency",
    value: "elective, expedited or exp, urgent, immediate, NCEPOD 2, cat 1 to cat 4 of a caesarean section",
  },
  {
    name: "Times",
    value:
      "1405-1530, 14:05 to 15:30, 14h05-15h30, 2pm-3.30pm, noon to 2pm, 1405 90min, from 1405 for 1h30, at 1405, end 1530",
  },
  { name: "Supervision", value: "CT1, ST5, with ST3, SAS doctor, FY1, med student; solo for nobody" },
  {
    name: "Airway and procedures",
    value: "the name on the list, your own, or its usual short form: igel, ETT, RSI, spinal, FIB",
  },
  {
    name: "GA and remi",
    value:
      "left out of the description beside a device or technique that says as much, such as ETT or TIVA; else kept there",
  },
  { name: "Details of a block", value: "us, cath, landmark or failed beside it: FIB us cath" },
  { name: "Not sure", value: "a question mark behind or before a word: urgent?, ?spinal. You are asked about it" },
  { name: "Description", value: "all other words" },
];

/** How a line is read, on the page of keys. */
export function LineGrammar() {
  return (
    <section id="lines" className={column({ gap: "3" })}>
      <h2>Cases as lines</h2>
      <LineRules />
    </section>
  );
}

/** How a line is read. */
export function LineRules() {
  return (
    <>
      <p className={text({ kind: "read" })}>
        In a list of cases each line is one case, such as 67F 3 urgent lap appendix RSI ETT 1405-1530 ST5. Age and sex
        stand before the operation or right after each other; everything else stands anywhere.
      </p>
      <dl className={keyList}>
        {PARTS.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={text({ kind: "read" })}>
        What could mean two things, or has a question mark, stays in the description, with a question. A word with one
        letter wrong is read, and shown for you to check. Where a line says nothing of the urgency it is that of the row
        above, unless that is immediate; whom you supervised goes on once it stood in two rows. Both are shown as such,
        and stop where a line says otherwise. The airway is never taken from another row. Press Enter to go to the next
        row, and Enter in a blank row to go to Save all.
      </p>
    </>
  );
}
