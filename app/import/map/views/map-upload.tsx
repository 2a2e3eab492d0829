import { useState } from "react";
import { button, row, text } from "styled-system/recipes";
import { NOTHING_MAPPED } from "~/import/fields";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { useHydrated } from "~/ui/layout/page-script";
import type { UploadPage } from "../read-upload.server";
import { ImportedBefore, MapStep } from "./map-step";

/** The mapping page of a file that the server has read: the page carries the file back and forth. */
export function MapUpload({ page }: { page: UploadPage }) {
  const { file, mapped, earlier, there, carried, errors } = page;
  const [wanted, setWanted] = useState(page.wanted);
  const scripted = useHydrated();
  const held = scripted && Object.keys(wanted.mapping).length === 0;
  const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
  const form = { ...formView({}, { values: {}, errors: lists }), refusal: errors };
  return (
    <Page title="Map CSV" form={form} lead={<p>{file.files.map(({ name }) => name).join(", ")}</p>}>
      {earlier && <ImportedBefore earlier={earlier} there={there} />}
      <PostForm action="/import_csv_data/map/" encType="multipart/form-data" newDocument id="map">
        {carried.map(({ name, bytes }) => (
          <span key={name + bytes.length} hidden>
            <input type="hidden" name="file_name" value={name} />
            <input type="hidden" name="file_bytes" value={bytes} />
          </span>
        ))}
        <MapStep
          file={file}
          mapped={mapped}
          wanted={wanted}
          onWanted={setWanted}
          errors={errors}
          remembered={page.remembered}
          onDevice={false}
          there={there}
          download={
            <button type="submit" formAction="/import_csv_data/rejected/" className={button()}>
              Download rejected rows
            </button>
          }
          buttons={
            <>
              <div className={row()}>
                <SubmitButton name="intent" value="confirm" disabledBy={held ? "confirm-held" : undefined}>
                  Confirm Columns
                </SubmitButton>
                <SubmitButton name="intent" value="show" visual="normal">
                  Show the rows again
                </SubmitButton>
                <LinkButton to="/import_csv_data/" visual="plain">
                  Cancel
                </LinkButton>
              </div>
              <p id="confirm-held" role="status" className={text({ kind: "hint" })}>
                {held
                  ? NOTHING_MAPPED
                  : "If you change a column, the encoding or the separator, show the rows again before you confirm."}
              </p>
            </>
          }
        />
      </PostForm>
    </Page>
  );
}
