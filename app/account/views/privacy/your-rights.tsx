import { Link } from "react-router";

/** Who answers for this Daybook. */
export interface Keeper {
  /** Name and postal address. */
  controller: string;
  contact: string;
}

/** Who answers for the data, on what ground, and what their owner can ask for. */
export function YourRights({ controller, contact }: Keeper) {
  const mail = <a href={`mailto:${contact}`}>{contact}</a>;
  return (
    <>
      <h2>Who is responsible</h2>
      <p>
        The controller of your account is {controller}. What you record in your diary is yours: you decide what stands
        in it and answer for that, towards your patients and your employer too, and Daybook processes it for you. A case
        from which a patient could still be told is personal data of that patient: enter none.
      </p>
      <h2>On what ground</h2>
      <ul>
        <li>
          Account, diary, reports and backups: to do what you asked for, which is the contract of the{" "}
          <Link to="/terms/">terms</Link> (UK GDPR, article 6(1)(b)).
        </li>
        <li>
          Limits of tries, the check that you are a person, security lines and the server’s log: our legitimate interest
          in keeping accounts safe (article 6(1)(f)).
        </li>
        <li>
          Sick leave tells of your health: it is kept because you enter it, until you delete it (article 9(2)(a)).
        </li>
      </ul>
      <h2>What you can ask for</h2>
      <p>
        To see, correct, take away and delete what is yours needs no letter: every page shows and changes it,{" "}
        <Link to="/mydata/export/">Export everything</Link> gives all of it as files that people and programs can read,
        and <Link to="/delete_account/">Delete Your Data</Link> ends it. You can also ask us to hold still with it, or
        object to how it is used. No program decides anything about you. If we do not mend what troubles you, complain
        to the Information Commissioner (<a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>).
      </p>
      <h2>Help, and what went wrong</h2>
      <p>
        For support, for these rights, and to report a weakness or a breach: {mail}. If data of yours are put at risk,
        you are told without delay at the address of your account, and the Information Commissioner within 72 hours.
      </p>
    </>
  );
}
