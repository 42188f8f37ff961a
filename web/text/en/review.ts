const number = (n: number) => n.toLocaleString("en-GB");

export const review = {
  title: "Review",
  toReview: "To review",
  what: "the labels to review",
  said: "Named as",
  howSure: "How sure",
  today: (n: number) => `✓ ${number(n)} today`,
  todayLong: (n: number) => (n === 1 ? "1 label reviewed today" : `${number(n)} labels reviewed today`),
  notSaved: (n: number) =>
    n === 1 ? "1 vote could not be saved. Show it" : `${number(n)} votes could not be saved. Show the first`,
  mode: "View",
  grid: "Grid",
  one: "One",
  list: "Labels to review",
  agree: "Agree",
  nothing: "Nothing there",
  name: "Other species …",
  skip: "Skip",
  undo: "Undo",
  watch: "Watch",
  look: "Look",
  stop: "Stop",
  agreeWithSure: "Agree with confident labels …",
  agreeTitle: "Agree with confident labels",
  atLeast: "Lowest confidence of the machine",
  reading: "Counting …",
  count: number,
  sureOnes: (n: number, least: string) =>
    n === 1
      ? `1 label has a confidence of at least ${least}, and nobody has reviewed it.`
      : `${number(n)} labels have a confidence of at least ${least}, and nobody has reviewed them.`,
  unnamedStay: (n: number) =>
    n === 1
      ? "1 more label names no species of the list. Review it yourself."
      : `${number(n)} more labels name no species of the list. Review them yourself.`,
  beyond: (n: number) =>
    n === 1
      ? "1 more label is left for the next time."
      : `${number(n)} more labels are left for the next time.`,
  canUndo: "You can undo this afterwards.",
  agreeWith: (n: number) => (n === 1 ? "Agree with 1 label" : `Agree with ${number(n)} labels`),
  agreedWith: (n: number) => (n === 1 ? "You agreed with 1 label." : `You agreed with ${number(n)} labels.`),
  species: "Species in the label",
  namesNone: (n: number) =>
    n === 1
      ? "This label names no species. Which one is it?"
      : `${number(n)} labels name no species. Which one is it?`,
  selected: (n: number) => `${number(n)} labels are selected. Each key applies to all of them.`,
  decided: (species: string) => `You: ${species}`,
  gone: "Somebody deleted this label.",
  undecided: "Nothing was decided.",
  notYet: "The labels are still loading. Nothing was decided.",
  noneLeft: "No label is left here. Nothing was decided.",
  nothingToUndo: "There is nothing to undo here.",
  nothingToRepeat: "There is no decision to repeat yet.",
  refused: (reason: string) => `Not saved: ${reason}`,
  saidBy: (who: string) => `named by ${who}`,
  foundBy: (who: string) => `found by ${who}`,
  kind: (kind: string) => (kind === "human" ? "person" : kind),
  alternatives: (names: readonly string[]) => `Other possible names: ${names.join(", ")}`,
  alternative: (name: string, score: number) => `${name} (${score.toFixed(2)})`,
  sure: (confidence: number) => `confidence ${confidence.toFixed(2)}`,
  done: "All labels are reviewed.",
  remain: (n: number) =>
    n === 1
      ? "Without filters there is 1 label to review."
      : `Without filters there are ${number(n)} labels to review.`,
  removeFilters: "Remove the filters",
  toFind: "See what was reviewed",
  roleTooLow:
    "Only annotators can review labels, and your role is reader. Ask an admin for the role of an annotator.",
  noVideo: "The video cannot be played here, but its pictures are shown.",
  help: {
    move: "move",
    agree: "agree, and go to the next label",
    nothing: "nothing there",
    name: "another species",
    favourite: "favourite species",
    look: "look: play the moment",
    watch: "open in Watch",
    skip: "skip",
    undo: "undo",
    repeat: "repeat the last decision",
    select: "select several",
    all: "select all",
  },
};
