/**
 * Elements for the head, which React lifts there: with them Daybook opens from a phone's home screen in a window of its
 * own, framed in the colour of the top bar (`card` of tokens.ts). Nothing is kept on the device: there is no service
 * worker, so that a shared one holds nobody's diary.
 */
export function InstallLinks() {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171e22" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
    </>
  );
}
