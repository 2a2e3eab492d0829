import { useContext } from "react";
import { Link } from "react-router";
import { note } from "styled-system/recipes";
import { Page } from "~/ui/layout/page";
import { NonceContext } from "~/ui/layout/page-script";
import { PAGE_SCRIPT } from "~/ui/no-signal/addresses";

/**
 * Without the scripts of other pages: a device keeps this one with one script, which draws what stands here
 * (`diary/no-signal/views/no-signal-page.tsx`).
 */
export const handle = { script: false };

export default function NoSignal() {
  return (
    <Page
      title="No signal"
      lead="Log cases without a connection"
      back={
        <Link to="/logbook/" reloadDocument>
          Back to the logbook
        </Link>
      }
    >
      <div id="no-signal">
        <noscript>
          <p className={note()}>This page needs JavaScript. Without it, Daybook keeps nothing on your device.</p>
        </noscript>
      </div>
      <script src={PAGE_SCRIPT} nonce={useContext(NonceContext)} defer />
    </Page>
  );
}
