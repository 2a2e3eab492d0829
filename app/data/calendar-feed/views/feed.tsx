import { Link } from "react-router";
import { column, note, row, text } from "styled-system/recipes";
import type { FeedContent } from "~/data/calendar-feed/feed.server";
import { CopyText } from "~/diary/fees/ledger/views/copy-text";
import { SegmentField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";

interface FeedProps {
  /** null: none was made, or it was turned off. */
  feed: { content: FeedContent; made: string; read: string | null } | null;
  /** Whether the user has reauthenticated. */
  reauthenticated: boolean;
  form: FormView;
}

const TITLE = "Calendar feed";

const CHOICES = [
  { value: "titles", label: "Titles only" },
  { value: "pas", label: "Titles and PAs" },
];

/** The page of the calendar feed: what it is, and forms to make, change and turn it off. */
export function Feed({ feed, reauthenticated, form }: FeedProps) {
  return (
    <Page title={TITLE} form={form} back={<Link to="/mydata/">Your Data</Link>} lead={leadOf(feed)}>
      <div className={`${column({ gap: "4" })} ${text({ kind: "read" })}`}>
        <p>
          A calendar app with your feed’s address shows your sessions and leave, starting 13 months ago. It never shows
          cases, notes, fees or places of work.
        </p>
        <p>
          Anyone with the address can read it without logging in. Do not share it, and make a new one if it is shared.
          Daybook does not keep the address, so you see it once, when you make it. You get an email about it, and it
          stops working when your password is changed or reset.
        </p>
      </div>
      <PostForm className={column({ gap: "4" })}>
        {reauthenticated ? (
          <SegmentField form={form} name="content" label="What the calendar shows" choices={CHOICES} />
        ) : (
          // The form that turns the feed off sends the present choice.
          <input type="hidden" name="content" value={form.value("content")} />
        )}
        <div className={row()}>
          {!reauthenticated && (
            <LinkButton to="/account/confirm/?next=/mydata/feed/" visual={feed ? "normal" : "primary"}>
              {feed ? "Confirm it is you to change it" : "Confirm it is you to make an address"}
            </LinkButton>
          )}
          {reauthenticated && feed && (
            <SubmitButton name="intent" value="change">
              Save
            </SubmitButton>
          )}
          {reauthenticated && (
            <SubmitButton name="intent" value="make" visual={feed ? "normal" : "primary"}>
              {feed ? "Make a new address" : "Make the address"}
            </SubmitButton>
          )}
          {feed && (
            <SubmitButton name="intent" value="end" visual="danger">
              Turn off
            </SubmitButton>
          )}
        </div>
        {reauthenticated && feed && (
          <p className={text({ kind: "hint" })}>A new address replaces the old one, which stops working.</p>
        )}
      </PostForm>
    </Page>
  );
}

function leadOf(feed: FeedProps["feed"]): string {
  if (!feed) return "Off: there is no address.";
  return `On: address made ${feed.made}, ${feed.read ? `last read ${feed.read}` : "not read yet"}.`;
}

/** Shows the new address, once. */
export function NewAddress({ address }: { address: string }) {
  return (
    <Page title={TITLE} back={<Link to="/mydata/">Your Data</Link>} lead="Your calendar feed is on.">
      <p className={note({ tone: "good" })}>
        <strong>Copy the address now:</strong> you will not see it again. Any earlier address no longer works.
      </p>
      <CopyText label="Address for your calendar app" value={address} />
      <p className={text({ kind: "read" })}>
        In the app choose “subscribe to a calendar” or “add calendar from URL”, and paste the address. Most apps update
        every few hours.
      </p>
      <div>
        <LinkButton to="/mydata/feed/" visual="normal">
          I have it
        </LinkButton>
      </div>
    </Page>
  );
}
