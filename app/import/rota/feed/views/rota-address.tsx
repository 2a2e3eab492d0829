import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { ROTA_CHANGES } from "~/diary/rota/changes";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import type { FeedShown } from "../feed.server";

interface RotaAddressProps {
  form: FormView;
  feed: FeedShown | null;
}

/** The address of a rota: saved, read now or removed. */
export function RotaAddress({ form, feed }: RotaAddressProps) {
  return (
    <PostForm
      action="/import_csv_data/rota/address/"
      className={`${column({ gap: "4" })} ${css({ maxWidth: "read" })}`}
    >
      {feed && (
        <>
          <p className={text({ kind: "read" })}>
            Daybook reads your rota at {feed.host} every six hours
            {feed.read ? `, last ${feed.read}.` : ". It has not been read yet."}
          </p>
          {feed.fault && (
            <p className={note({ tone: "warn" })}>
              {feed.fault}. Daybook tries again every six hours. If your rota has a new address, enter it below.
            </p>
          )}
          <p className={note({ tone: feed.changes ? "warn" : "good" })}>
            {feed.changes ? <Link to={ROTA_CHANGES}>{feed.changes}</Link> : "Your rota has no changes to look at"}
          </p>
        </>
      )}
      <TextField
        form={form}
        name="address"
        label={feed ? "New address of your rota" : "Address of your rota"}
        hint="The link that your rota system gives to subscribe to it. It begins with webcal:// or https://. Daybook reads it every six hours and tells you what has changed. Nothing changes until you import it"
        spellCheck={false}
        inputMode="text"
      />
      <div className={row()}>
        <SubmitButton name="intent" value="save" visual="normal">
          {feed ? "Save the new address" : "Save and read it"}
        </SubmitButton>
        {feed && (
          <>
            <SubmitButton name="intent" value="read" visual="normal">
              Read it now
            </SubmitButton>
            <SubmitButton name="intent" value="end" visual="danger">
              Remove the address
            </SubmitButton>
          </>
        )}
      </div>
    </PostForm>
  );
}
