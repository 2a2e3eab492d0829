import { useContext } from "react";
import { css } from "styled-system/css";
import { SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { NonceContext } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";

/**
 * The page of a link, the same for each: its button posts it. Script presses the button at once and shows that it
 * has; it is written out here because nothing else of this page needs any.
 */
export function VerifyingEmail() {
  const nonce = useContext(NonceContext);
  return (
    <DialogPage title="Verify your email address">
      <div id="press" className={css({ display: "grid", gap: "5", justifyItems: "start" })}>
        <p>Press the button to confirm that this address is yours.</p>
        <PostForm id="verify">
          <SubmitButton>Verify this address</SubmitButton>
        </PostForm>
      </div>
      <p id="wait" role="status" hidden className={waiting}>
        <Spinner /> Verifying your email address...
      </p>
      <script nonce={nonce}>{PRESS}</script>
    </DialogPage>
  );
}

const PRESS =
  "{const part=id=>document.getElementById(id);part('press').hidden=true;part('wait').hidden=false;part('verify').submit()}";

function Spinner() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" className={spinner}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" strokeDasharray="40 17" />
    </svg>
  );
}

const waiting = css({
  display: "flex",
  gap: "3",
  alignItems: "center",
  fontSize: "lead",
  "&[hidden]": { display: "none" },
});

const spinner = css({ animation: "spin 1s linear infinite", color: "accent" });
