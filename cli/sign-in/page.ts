import type { ServerResponse } from "node:http";

/** Responds with a page of one sentence. Resolves when it is sent. */
export async function sendPage(response: ServerResponse, status: number, sentence: string): Promise<void> {
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    // An open connection would keep the command from ending.
    Connection: "close",
  });
  await new Promise<void>((resolve) => {
    // The browser may have closed its connection already.
    if (response.destroyed) return resolve();
    response.once("close", resolve);
    response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in: wildlife</title>
<link rel="icon" href="data:,">
<main>
<h1>${escaped(sentence)}</h1>
</main>
</html>
`);
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
