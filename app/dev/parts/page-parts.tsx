import { column, figures, note, row, table, tag, text } from "styled-system/recipes";
import { DraftElsewhere, DraftNotice } from "~/ui/forms/form-state";
import { KeysList } from "~/ui/keys/keys-dialog";
import { SubmitButton } from "~/ui/layout/button";
import { FactList } from "~/ui/layout/fact-list";
import { NotFound, SomethingWrong } from "~/ui/layout/failure";
import { Fold } from "~/ui/layout/fold";
import { Icon, type IconName } from "~/ui/layout/icon";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import { ListedActions } from "~/ui/layout/listed-actions";
import { DialogPage, Page } from "~/ui/layout/page";
import { PageSteps } from "~/ui/layout/page-steps";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import { FlashNotice } from "~/ui/overlays/flash-notice";
import { filled, refused, Sample, Samples } from "./sample";

const TONES = ["plain", "good", "warn", "bad"] as const;
const ICONS: IconName[] = ["tick", "warning", "problem", "info", "waiting", "earlier", "later", "calendar", "remove"];
const HERE = "/dev/parts/";
const FACTS = [
  { name: "Start", value: "08:00" },
  { name: "Notes", value: "The list began late.\nTwo cases were cancelled." },
];

export function Words() {
  return (
    <Samples title="Words">
      <Sample name="Kinds of text">
        <div className={column({ gap: "1" })}>
          <p className={text({ kind: "lead" })}>Lead: what the page is for</p>
          <p className={text({ kind: "read" })}>Read: text of some length, which is no wider than can be read well</p>
          <p className={text({ kind: "strong" })}>Strong</p>
          <p className={text({ kind: "quiet" })}>Quiet</p>
          <p className={text({ kind: "hint" })}>Hint</p>
          <p className={text({ kind: "warn" })}>Warning</p>
          <p className={text({ kind: "error" })}>Error</p>
          <p>
            A line with <a href={HERE}>a link</a>
          </p>
        </div>
      </Sample>
      <Sample name="Tags, in each tone, and icons">
        <div className={row()}>
          {TONES.map((tone) => (
            <span key={tone} className={tag({ tone })}>
              <Icon name="tick" size={13} /> {tone}
            </span>
          ))}
          {ICONS.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Sample>
      <Sample name="Figures">
        <dl className={figures().root}>
          {["Sessions", "PAs", "Cases", "Unpaid"].map((label, index) => (
            <div key={label} className={figures().item}>
              <dt className={figures().label}>{label}</dt>
              <dd className={figures().value}>{["12", "7.50", "31", "£1,240.00"][index]}</dd>
            </div>
          ))}
        </dl>
      </Sample>
    </Samples>
  );
}

export function Notices() {
  const flash = { text: "Session saved", done: true, undo: "/dev/parts/" };
  return (
    <Samples title="Notices">
      <Sample name="In each tone">
        <div className={column({ gap: "2" })}>
          {(["info", "good", "warn", "bad"] as const).map((tone) => (
            <p key={tone} className={note({ tone, icon: true })}>
              <Icon name={tone === "good" ? "tick" : "info"} /> A notice in the tone “{tone}”
            </p>
          ))}
        </div>
      </Sample>
      <Sample name="After an act: done, with undo, and not done">
        <FlashNotice root={{ flash }} />
        <FlashNotice root={{ flash: { text: "Nothing was changed", done: false, undo: null } }} />
      </Sample>
      <Sample name="Form drafts">
        <DraftNotice form={{ ...filled({}), kept: "Your login had ended when you sent this form." }} />
        <DraftElsewhere draft={{ here: null, elsewhere: HERE }} />
      </Sample>
    </Samples>
  );
}

export function Lists() {
  const steps = { messageBefore: "Newer", nextMessage: "Older", at: { page: 2, pages: 14 } };
  return (
    <Samples title="Lists and tables">
      <Sample name="Table">
        <table className={table()}>
          <caption>Sessions of a week</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Session</th>
              <th scope="col" className="r">
                PAs
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Mon 16 Nov</th>
              <td>Vascular list</td>
              <td className="r">1.25</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td />
              <td className="r">1.25</td>
            </tr>
          </tfoot>
        </table>
      </Sample>
      <Sample name="Lines">
        <LineList>
          <Line heading={<LineLink to={HERE}>Nuffield</LineLink>} facts="Group · 12 fees">
            <span className={tag({ tone: "good" })}>Paid</span>
          </Line>
          <Line heading="A name without any place to break that goes on longer than its line" facts="Archived">
            <SubmitButton visual="normal">Restore</SubmitButton>
          </Line>
        </LineList>
      </Sample>
      <Sample name="Facts, a fold, steps between pages">
        <FactList facts={FACTS} />
        <Fold title="Folded">Content</Fold>
        <Fold title="Open" open>
          Content
        </Fold>
        <PageSteps label="Pages" before={HERE} next={HERE} first={HERE} last={HERE} {...steps} />
      </Sample>
      <Sample name="Keys">
        <KeysList />
      </Sample>
      <Sample name="Acts of an item">
        <ListedActions
          one="rate"
          active
          version={1}
          archive="It is offered no more."
          restore="It is offered again."
          deletion="This cannot be undone."
        />
      </Sample>
    </Samples>
  );
}

export function Pages() {
  const name = "title";
  const wrong = refused(
    {},
    { [name]: "Enter a title", "": "Something was changed elsewhere. Check it, then save again" },
  );
  const form = { ...wrong, link: { path: HERE, words: "Show what changed" } };
  return (
    <Samples title="Pages">
      <Sample name="Page with errors">
        <Page
          title="Title"
          subtitle="Subtitle"
          form={form}
          lead="What it is for"
          actions={<SubmitButton>Add</SubmitButton>}
        >
          <p>Content</p>
        </Page>
      </Sample>
      <Sample name="Dialog">
        <DialogPage title="Dialog" back={HERE} footer={<SubmitButton>Save</SubmitButton>}>
          <p>Content</p>
        </DialogPage>
      </Sample>
      <Sample name="Before a deletion, with its button held and not">
        <ConfirmDelete title="Delete case" button="Delete case" form={filled({})} back={HERE} hidden={{ version: 1 }}>
          <p>This deletes the case and its fee.</p>
        </ConfirmDelete>
        <ConfirmDelete
          title="Delete session"
          button="Delete session"
          form={filled({})}
          back={HERE}
          hidden={{ version: 1 }}
          held="Type the code first"
        >
          <p>This deletes the session and its 3 cases.</p>
        </ConfirmDelete>
      </Sample>
      <Sample name="A page that is not there, for a visitor and for somebody who is logged in">
        <NotFound signedIn={false} />
        <NotFound signedIn />
      </Sample>
      <Sample name="Something that went wrong: refused, and unexpected">
        <SomethingWrong reason="This page takes no such request" title="Not possible" />
        <SomethingWrong unexpected reference="a1b2c3d4" />
      </Sample>
    </Samples>
  );
}
