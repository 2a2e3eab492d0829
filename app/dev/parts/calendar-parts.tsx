import { Link } from "react-router";
import { Calendar } from "~/ui/calendar/date-calendar";
import { FreeTime, freeLink, TimeBlock, TimeShade, WeekGrid, WholeWords, weekGrid } from "~/ui/calendar/week-grid";
import { useHydrated } from "~/ui/layout/page-script";
import { Sample, Samples } from "./sample";

const DAYS = ["Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20", "Sat 21", "Sun 22"];
const FIRST_HOUR = 8;
/** Minutes from midnight. */
const MORNING = { start: 8 * 60, end: 12 * 60 };
const AFTERNOON = { start: 13 * 60, end: 15 * 60 };

export function Calendars() {
  return (
    <Samples title="Calendars">
      <Sample name="Week: blocks side by side, a long word, a shaded and a free stretch">
        <WeekGrid firstHour={FIRST_HOUR} lastHour={15} lanes={DAYS.length + 1}>
          {DAYS.map((day, at) => (
            <section key={day} className={weekGrid.day} aria-label={day}>
              <h3>{day}</h3>
              <ol className={weekGrid.blocks}>
                <Blocks at={at} />
              </ol>
              <p className={weekGrid.total}>
                Done <b>1.00</b>
              </p>
            </section>
          ))}
        </WeekGrid>
      </Sample>
      <Sample name="Days of a month">
        <Month />
      </Sample>
    </Samples>
  );
}

function Blocks({ at }: { at: number }) {
  if (at === 0) {
    return [0, 1].map((lane) => (
      <TimeBlock key={lane} stretch={{ ...MORNING, lane, lanes: 2 }} firstHour={FIRST_HOUR}>
        <Words>{lane === 0 ? "Orthopaedics" : "Ward round"}</Words>
      </TimeBlock>
    ));
  }
  if (at === 1) return <TimeShade stretch={{ start: MORNING.start, end: AFTERNOON.end }} firstHour={FIRST_HOUR} />;
  return (
    <>
      <TimeBlock stretch={{ ...MORNING, lane: 0, lanes: 1 }} firstHour={FIRST_HOUR}>
        <Words>Ophthalmology list</Words>
      </TimeBlock>
      <FreeTime stretch={AFTERNOON} firstHour={FIRST_HOUR}>
        <Link to="/dev/parts/" tabIndex={-1} className={freeLink} title="Add a session at 13:00" />
      </FreeTime>
    </>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span className={weekGrid.block}>
      <b>
        <WholeWords>{children}</WholeWords>
      </b>
      <span>08:00 – 12:00</span>
    </span>
  );
}

/** Of a month that is over, so that no day of it is ever today. Only script draws it. */
function Month() {
  return useHydrated() ? <Calendar typed="17/11/2020" choose={() => {}} /> : null;
}
