/** Texts of Watch for videos that this browser cannot play, or not exactly. */
export const fallbacks = {
  avi: "No browser plays AVI.",
  codec: (name: string) => `This browser cannot play ${name}.`,
  faults: {
    missing: "The video is no longer at its address. Its labels are still here.",
    refused: "The host of the video refuses to send it. Its labels are still here.",
    expired: "The address of the video has expired, and a new one could not be fetched.",
    unreachable: "The host of the video does not answer. Check your connection, then try again.",
    failing: "The host of the video reports an error. Try again later.",
    unreadable: "This file cannot be read as a video. It may be damaged, or browsers do not know its format.",
    foreign:
      "This browser cannot play the video. Its host does not answer, its host refuses to send it, or browsers do not play its format.",
    format: "This browser cannot play files of this kind.",
    playlist: "This browser cannot play HLS. Chrome and Safari can.",
    picture: "The picture cannot be shown.",
  },
  copy: {
    make: "Make a playable copy",
    forAnnotators: "A copy would play. Ask an annotator to have one made.",
    waiting: "The service will make a playable copy when its turn comes. The copy then plays here.",
    waitsUntil: (day: string) =>
      `The service has copied as much video today as it may. It makes this copy on ${day} (UTC).`,
    making: "The service is making a playable copy. It plays here as soon as its first part is ready.",
    failed: "The service could not make a playable copy.",
    makeAgain: "Try to make it again",
  },
  doubt: {
    title: "Draw nevertheless?",
    meaning:
      "Others will see your box on the frame that the page assumes, which may be the one before or after.",
    no: "Do not draw",
    yes: "Draw",
  },
};
