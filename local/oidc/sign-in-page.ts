import type { ServerResponse } from "node:http";

/** A person with a button on the sign-in page. */
export type Person = {
  readonly email: string;
  readonly name: string;
  readonly role: "readonly" | "annotator" | "curator" | "admin";
};

const mayDo = {
  readonly: "looks at video and labels",
  annotator: "labels what the video shows, and votes for species",
  curator: "registers cameras and video, and corrects every label",
  admin: "manages people and keys, and deletes cameras and video",
};

const style = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 2.5rem auto; padding: 0 1rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.7rem; line-height: 1.2; }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 0.6rem; }
button, input { font: inherit; padding: 0.6rem 0.9rem; border: 1px solid GrayText; border-radius: 0.5rem; }
button { color: ButtonText; background: ButtonFace; cursor: pointer; }
button:hover { border-color: currentColor; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
li button { width: 100%; text-align: start; }
button span { display: block; font-size: 0.9rem; }
label { display: block; margin-bottom: 0.3rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.6rem; }
input { flex: 1 1 14rem; min-width: 0; color: FieldText; background: Field; }
.note { margin-top: 2rem; font-size: 0.9rem; }
`;

/** Sends the page on which the user chooses a person to sign in as. The forms post to the page's own address. */
export function sendSignInPage(
  response: ServerResponse,
  people: readonly Person[],
  redirectUri: string,
): void {
  const { origin, host } = new URL(redirectUri);
  const buttons = people.map(
    ({ email, name, role }) =>
      `<li><button name="email" value="${escaped(email)}"><strong>${escaped(name)}</strong>, ${role}` +
      `<span>${mayDo[role]}</span></button></li>`,
  );
  send(
    response,
    200,
    "Sign in",
    `<h1>Who do you want to be?</h1>
<p>This service runs on your own computer, for you to try out. Choose a person. You need no password.</p>
<form method="post">
<ul>
${buttons.join("\n")}
</ul>
</form>
<form method="post">
<label for="email">Or sign in with an e-mail address</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="email" required> <button>Sign in</button></div>
<p>A new user has access only after an admin has invited the address.</p>
</form>
<p class="note">After signing in, you return to ${escaped(host)}.</p>`,
    // Browsers also apply this policy to the redirect that follows the form.
    `form-action 'self' ${origin}`,
  );
}

/** Sends a page that gives the reason for refusing a request. */
export function sendRefusal(response: ServerResponse, status: number, why: string): void {
  send(
    response,
    status,
    "Not signed in",
    `<h1>You are not signed in</h1>\n<p>${escaped(why)}</p>`,
    "form-action 'none'",
  );
}

function send(response: ServerResponse, status: number, title: string, main: string, policy: string): void {
  const policies = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [...policies, policy].join("; "),
  });
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: wildlife video annotation on this computer</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
