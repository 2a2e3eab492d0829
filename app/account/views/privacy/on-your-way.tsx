/** What happens while pages are used: bot check, forms that came too late, cookies. */
export function OnYourWay() {
  return (
    <>
      <h2>The check that you are a person</h2>
      <p>
        Create Account, Forgot Password and, after too many wrong passwords, Login load Cloudflare's Turnstile, the one
        file that comes from another address. It looks at your browser to tell people from programs, and Cloudflare is
        told your network address when Daybook asks what it found. You can answer a question in words instead; without
        JavaScript there is nothing else. Where too many were answered in your network, Create Account emails you a link
        to go on with: name, address and username are encrypted in that link, and kept nowhere else.
      </p>
      <h2>Half-filled forms</h2>
      <p>
        When your login has run out while you filled in a form, what you sent is kept for an hour, so that you do not
        type it again: encrypted under your own key, in Cloudflare's key-value store, without passwords, codes and
        files. It comes back to you alone. It is destroyed once you send it, when you log out, and as soon as anybody
        else logs in on the same computer.
      </p>
      <h2>Cookies</h2>
      <ul>
        <li>
          One for your login. It goes when the browser closes, after two hours without use, and after 24 hours in any
          case; with "Remember me" after 30 days.
        </li>
        <li>
          One that shows that you have logged in from this browser before, so that wrong passwords tried elsewhere do
          not keep you out, and that you are told of a login from a new browser. It names nobody, opens nothing, stays
          when you log out, and goes 400 days after your last login.
        </li>
        <li>While you log in with a code or a passkey: one that says which step you are at, for a few minutes.</li>
        <li>While you set a forgotten password: one that ties the code to your browser, for half an hour.</li>
        <li>One that proves that a change comes from a page of Daybook and from your login.</li>
        <li>
          After a form came too late for its login: one that finds it again. It goes with the form, or with the browser.
        </li>
        <li>One that carries a message such as "Session saved" to the next page, for a minute at most.</li>
      </ul>
      <p>
        All are needed for what you ask for. No page of another site can read them, or send a form of yours with them.
      </p>
    </>
  );
}
