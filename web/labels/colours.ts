/**
 * Eight colours that colour-blind people can tell apart (Okabe and Ito, "Color Universal Design", 2008), with grey
 * instead of black. Each colour is visible on a dark picture, and with a dark line around it on a light picture.
 */
const colours = ["#56b4e9", "#e69f00", "#2fbf8f", "#f0e442", "#d98cb3", "#4f8fe0", "#f07b3f", "#c9c9c9"];

/** Colour of drafts, and of labels that the service refused. */
export const unsavedColour = "#ff4d4d";

/**
 * Pattern of a label on the timeline. Species share colours when there are more than eight, so they also have patterns.
 */
const patterns = ["plain", "striped", "dotted"] as const;
export type Pattern = (typeof patterns)[number];

export type Paint = { readonly colour: string; readonly pattern: Pattern };

const unnamed: Paint = { colour: "#ffffff", pattern: "striped" };

/** Returns the colour and pattern of a species, the same on every screen. `undefined` is a label without a species. */
export function paintOf(species: number | undefined): Paint {
  if (species === undefined) return unnamed;
  const index = Math.max(0, species - 1);
  return {
    colour: colours[index % colours.length] ?? unnamed.colour,
    pattern: patterns[Math.floor(index / colours.length) % patterns.length] ?? "plain",
  };
}
