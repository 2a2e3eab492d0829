import { text } from "styled-system/recipes";
import { LineGrammar } from "~/diary/case-lines/views/line-grammar";
import { KeysList } from "~/ui/keys-dialog";
import { Page } from "~/ui/page";

export default function Keys() {
  return (
    <Page title="Keys" lead="They work with JavaScript on, once you are logged in.">
      <KeysList />
      <p className={text({ kind: "read" })}>
        On a Mac, Alt is the key marked Option; in a text field the letters with it type signs there, so press Tab or
        click outside the field first. Outside fields for a time no key works alone, so that dictation sets nothing off.
        Everything that they do stands in the pages as a link, a button or a field too.
      </p>
      <LineGrammar />
    </Page>
  );
}
