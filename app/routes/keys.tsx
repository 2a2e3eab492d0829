import { text } from "styled-system/recipes";
import { LineGrammar } from "~/diary/case-lines/views/line-grammar";
import { KeysList } from "~/ui/keys/keys-dialog";
import { Page } from "~/ui/layout/page";

export default function Keys() {
  return (
    <Page title="Keys" lead="They work with JavaScript on, once you are logged in.">
      <KeysList />
      <p className={text({ kind: "read" })}>
        On a Mac, Alt is the key marked Option. In a text field it types symbols, so press Tab or click outside the
        field first. Only time fields have keys that work alone, so that dictation cannot press one by mistake.
        Everything that the keys do is also a link, a button or a field on the page.
      </p>
      <LineGrammar />
    </Page>
  );
}
