import { entityTag } from "../../shared/http/etag.ts";
import { textFile } from "../../shared/http/text-file.ts";
import { permissionsPolicy } from "./page-policy.ts";

type Deps = {
  readonly html: string;
  /** The Content-Security-Policy. The policy can change when the issuer becomes reachable. */
  readonly policy: () => Promise<string>;
};

/** Returns the page. */
export function getApp({ html, policy }: Deps) {
  const page = textFile("text/html", html);
  return async () => {
    const headers = {
      "Content-Security-Policy": await policy(),
      "Permissions-Policy": permissionsPolicy,
      "Referrer-Policy": "no-referrer",
    };
    // The tag also depends on the headers, so a browser that cached the page with another policy fetches it again.
    const tag = entityTag(html + Object.values(headers).join("\n"));
    return { status: 200, headers, file: { ...page, tag } } as const;
  };
}
