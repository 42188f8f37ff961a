const count = new Intl.NumberFormat("en");

/** Texts for making and changing labels in Watch, and for saving. */
export const labelling = {
  draw: "Draw",
  drawHint: (key: string | undefined) =>
    `Drag on the picture, or click or tap two opposite corners.${key === undefined ? "" : ` ${key} draws with the keyboard.`}`,
  undo: "Undo",
  redo: "Redo",
  draft: "new",
  keypoints: (n: number) => (n === 1 ? "1 keypoint" : `${count.format(n)} keypoints`),
  draftHint: "Go forward by some frames and drag again. The box moves from one place to the next.",
  save: "Save",
  discard: "Discard",
  tooSmall: "A box needs at least 4 × 4 pixels. Enlarge the picture for small animals.",
  cornerHint: "Click or tap the opposite corner.",
  fingerHint: "Drag on the picture, or tap two opposite corners. Two fingers enlarge and move the picture.",
  correctHint: "Drag the box or one of its corners. A drag elsewhere draws a new box.",
  done: "Done",
  parts: {
    box: "the box",
    upperLeft: "the upper left corner",
    upperRight: "the upper right corner",
    lowerLeft: "the lower left corner",
    lowerRight: "the lower right corner",
  },
  moveBy: (part: string) => `Move ${part} by a pixel`,
  arrows: { left: "Left", up: "Up", down: "Down", right: "Right" },
  box: (name: string) => `Box of ${name}`,
  newBox: "New box",
  boxAt: (x: number, y: number, width: number, height: number) =>
    `${x} from the left, ${y} from the top, ${width} wide, ${height} high`,
  boxHint: "Arrow keys move the box by a pixel, or with Shift by 10 pixels. With Alt, they change its size.",
  boxFrames: (back: string, on: string) => `${back} and ${on} show the frame before and after.`,

  what: "What is it?",
  nameLater: "Name it later",
  agree: "Agree",
  agreed: "Agreed",
  other: "Other …",
  name: "Name it …",
  nothingThere: "Nothing there",
  takeBack: (species: string) => `Take back your vote for ${species}`,
  voteFor: (species: string) => `Vote for ${species}`,
  you: "you",
  noFavourite: (digit: number) =>
    `Key ${digit} has no favourite species. In the species box, Alt+${digit} sets a favourite.`,
  nameless: "unnamed",

  unlabelled: "Draw a box around an animal, or say what the whole video shows.",
  nameVideo: "Name it …",
  whichLabel: (next: string | undefined) =>
    `Several labels are here. Click one${next === undefined ? "" : `, or press ${next}`}.`,
  noLabelHere: (next: string | undefined, whole: string | undefined) =>
    `No label is here.${next === undefined ? "" : ` ${next} goes to the next one.`}${whole === undefined ? "" : ` ${whole} labels the whole video.`}`,
  noMoment: (next: string | undefined) =>
    `There is no picture, so no label is here. Choose one in the list${next === undefined ? "" : `, or press ${next}`}.`,
  notYours: "Only the person who made this label, or a curator, may change it.",

  notes: "Notes",
  addNote: "Add a note",
  noteKey: "What the note is about",
  noteValue: "Note",
  removeNote: (key: string) => `Remove ${key}`,
  suggestions: ["behaviour", "count", "sex", "lifeStage", "individualID", "comments"],
  behaviours: [
    "moving",
    "resting",
    "feeding",
    "drinking",
    "grooming",
    "playing",
    "alert",
    "fighting",
    "mating",
  ],
  beginsHere: "Begins here",
  endsHere: "Ends here",
  deleteLabel: "Delete",
  deleted: (name: string, key = "Undo") => `“${name}” is deleted. ${key} brings it back.`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteVotes: (people: string) =>
    `${people} voted on this label. Their votes would be lost, even if you undo the deletion.`,
  keep: "Keep it",

  notThere: {
    start: "A label cannot begin after its end.",
    end: "A label cannot end before its start.",
  },
  lastKeypoint: "The last keypoint cannot be removed. Delete removes the label.",
  nothingToUndo: "There is nothing to undo here.",
  nothingToRedo: "There is nothing to redo here.",

  gone: (name: string) => `Somebody deleted “${name}”.`,
  goneWithChange: (name: string) => `Somebody deleted “${name}”. Your changes to it are lost.`,
  dismiss: "Dismiss",

  saved: "Saved",
  waiting: (n: number) => (n === 1 ? "1 waiting" : `${count.format(n)} waiting`),
  waitingHint: (n: number) =>
    n === 1
      ? "1 change is not saved yet. It is sent as soon as possible."
      : `${count.format(n)} changes are not saved yet. They are sent as soon as possible.`,
  /** The place of unsaved changes: the browser; only this tab for a moment; only this tab, as the browser stores nothing. */
  whereKept: {
    browser: (n: number) =>
      `Until then, this browser keeps your ${n === 1 ? "change" : "changes"}, even if you close this tab. A private window forgets ${n === 1 ? "it" : "them"} when it is closed.`,
    soon: () => "The browser is still storing your changes. Do not close this tab yet.",
    tab: () => "This browser cannot store your changes. Do not close this tab before all of them are saved.",
  },
  troubled: (n: number) => (n === 1 ? "1 not saved" : `${count.format(n)} not saved`),
  unsavedIn: (stream: number) => `Stream ${stream}`,
  rowState: {
    waiting: "saving …",
    refused: "not saved",
    conflict: "changed by somebody else",
  },
  refusedWhat: {
    create: "The new label is not saved.",
    change: "Your change is not saved.",
    vote: "Your vote is not saved.",
    remove: "The label is not deleted.",
  },
  tryAgain: "Try again",
  edit: "Edit",
  editHint: "Drag the label's box, or change the label's beginning or end. Then the label is sent again.",
  throwAway: "Throw away",
  conflictTitle: "Somebody changed this label since you saw it.",
  conflictRemove: "Somebody changed or voted on this label since you saw it. It is not deleted.",
  theirs: "theirs",
  mine: "mine",
  time: "Time",
  place: "Keypoints",
  showTheirs: "Keep theirs",
  putMine: "Put mine back",
  deleteAnyway: "Delete it anyway",

  keys: {
    draw: "draw with the keyboard",
    enter: "save what is drawn; name the selected label",
    agree: "agree, or take your vote back",
    other: "another species",
    favourites: "your favourite species",
    nothing: "nothing there",
    unlabelled: "the camera's next video without labels",
    whole: "label the whole video",
    begins: "label begins at this frame",
    ends: "label ends at this frame",
    keypoint: "add or remove a keypoint at this frame",
    note: "add a note to the selected label",
    box: "move the focused box; Shift: by 10 pixels; Alt: resize",
    remove: "delete the selected label",
    undo: "undo",
    redo: "redo",
    escape: "discard what is drawn; deselect the label",
  },
};
