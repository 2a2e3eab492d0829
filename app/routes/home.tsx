import { Page } from "~/ui/page";
export const handle = { script: false };
export default function Home() {
  return (
    <Page title="Daybook">
      <p>Hello</p>
    </Page>
  );
}
