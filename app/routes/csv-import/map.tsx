import { data, Link } from "react-router";
import { column } from "styled-system/recipes";
import { confirmFirst } from "~/account/may-import.server";
import { addressRow } from "~/account/users.server";
import { ConfirmFirst } from "~/account/views/confirm-first";
import { requireImport } from "~/import/guard.server";
import { handleUpload, readUpload, type UploadPage } from "~/import/map/read-upload.server";
import { NO_FILE } from "~/import/map/upload-form";
import { ChooseFiles, FailedParse, NoScriptNote } from "~/import/map/views/choose-files";
import { MapUpload } from "~/import/map/views/map-upload";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/map";

/**
 * A browser without script posts a file here; opened by its URL, the page asks for one. With script the columns are mapped
 * on `import.tsx` (`import/map/views/map-in-page.tsx`).
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireImport(args);
  const [account] = await addressRow(db, user.unique_ref);
  return { confirmFirst: confirmFirst(account) };
}

/** The mapping page of a file that was read; the message why it could not be read; the error of the file field. */
interface Read {
  page: UploadPage;
  message: string;
  problem: string;
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const read = await readUpload(args.request);
  if ("message" in read && read.message === NO_FILE) {
    return data<ActionResult<Read>>({ problem: NO_FILE }, { status: 422 });
  }
  if ("message" in read) return failed(read.message);
  const answer = await handleUpload(context, read.upload);
  if ("done" in answer) return redirectWithMessage(args.request, "/import_csv_data/", answer.done);
  if ("message" in answer) return failed(answer.message);
  const faulty = Object.keys(answer.page.errors).length > 0;
  return data<ActionResult<Read>>({ page: answer.page }, { status: faulty ? 422 : 200 });
}

function failed(message: string) {
  return data<ActionResult<Read>>({ message }, { status: 422 });
}

export default function MapUploadPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ActionResult<Read> | undefined = actionData;
  if (answer?.page) return <MapUpload page={answer.page} />;
  return (
    <Page title="Import CSV data" back={<Link to="/import_csv_data/">Import CSV data</Link>}>
      {/* Not beside the message of a file that was refused for this reason, which says the same. */}
      {!answer?.message && <ConfirmFirst words={loaderData.confirmFirst} />}
      {answer?.message && (
        <FailedParse message={answer.message} onDevice={false}>
          {null}
        </FailedParse>
      )}
      <PostForm encType="multipart/form-data" newDocument className={column({ gap: "4" })}>
        <ChooseFiles problem={answer?.problem ?? ""}>
          <NoScriptNote />
          <SubmitButton>Read the file</SubmitButton>
        </ChooseFiles>
      </PostForm>
    </Page>
  );
}
