const number = (n: number) => n.toLocaleString("en-GB");

/** Parts that several screens have. */
export const parts = {
  more: "Show more",
  shown: (n: number) => `${number(n)} shown`,
  looked: (n: number) => `of ${number(n)} looked at`,
  without: (filter: string, n: number, counted: string) =>
    `Without “${filter}” there ${n === 1 ? "is" : "are"} ${counted}.`,
  remove: (filter: string) => `Remove “${filter}”`,
  removeAll: "Remove all filters",
  species: "Species",
  speciesHint: "Type the beginning of any word of a name",
  looking: "Searching …",
  noSpecies: "No species has this name.",
  late: (offered: number, isSearch: boolean) => {
    if (offered > 0) return "The service does not answer. The page knows these species from before.";
    if (!isSearch) return "The service does not answer.";
    return "The service does not answer, and the page knows no species with this name. Your text stays here, and is searched for when the service answers.";
  },
  speciesFound: (n: number) => (n === 1 ? "1 species" : `${number(n)} species`),
  chosenLast: "Recently chosen",
  keepHint: "Alt+1 to Alt+9 keep the marked species as a favourite.",
  keep: (name: string, digit: number) => `Keep ${name} as favourite ${digit}`,
  forget: (name: string, digit: number) => `Remove ${name} as favourite ${digit}`,
  addIt: (name: string) => `Add “${name}”`,
  commonName: "Common name",
  scientificName: "Scientific name",
  addSpecies: "Add the species",
  cancel: "Cancel",
  noPicture: "No picture",
  makingPicture: "The picture is being made …",
};
