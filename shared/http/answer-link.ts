import type { MediaLink } from "../domain/media/media.ts";

/** Redirects the caller to a file, or returns its link. */
export function answerLink(link: MediaLink, redirect: boolean) {
  if (redirect) return { status: 302, headers: { Location: link.url } } as const;
  return { status: 200, body: link } as const;
}
