const count = new Intl.NumberFormat("en");
const files = (n: number) => (n === 1 ? "1 file" : `${count.format(n)} files`);
const list = new Intl.ListFormat("en");

const codecs: Readonly<Record<string, string>> = { hevc: "HEVC", prores: "ProRes", av1: "AV1", vp9: "VP9" };

export const upload = {
  title: "Upload",
  needsCurator: "Only curators may upload videos. Ask an admin for this role if you need it.",
  choose: "Choose files",
  drop: "Drop videos, pictures or folders here",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  kinds:
    "Videos can be MP4, MOV, AVI, 3GP, Matroska, WebM or MPEG-TS, and pictures JPEG, PNG or WebP. If a folder has the name of a camera, its files belong to that camera.",
  packages:
    "You can also import a Camtrap DP package (.zip), a table of labels or species (.csv), or results of MegaDetector or SpeciesNet (.json). The file is checked first.",
  reading: (done: number, of: number) => `Reading: ${count.format(done)} of ${files(of)} …`,
  unsupported: (format: string) => `${format} is not supported. Convert it to MP4 or JPEG.`,
  unreadable: "The browser cannot read this file.",
  empty: "It is empty (0 bytes). Copy it again from the camera.",
  others: (n: number) =>
    n === 1
      ? "1 file is neither a video nor a picture, and is left out."
      : `${count.format(n)} files are neither videos nor pictures, and are left out.`,

  cameras: "the cameras",
  noCameras: "There are no cameras yet. First, a curator must register one.",
  confirm: "Check cameras and times",
  confirmHow: "The start times are times of the camera's clock. Correct any start time that is wrong.",
  zoneOf: (cameras: readonly string[]) => `Time zone of the clock of ${list.format(cameras)}`,
  zoneExample: "Africa/Johannesburg or +02:00",
  badZone: "Write the name of a time zone, such as Africa/Johannesburg, or an offset, such as +02:00.",
  mp4Clock: "Times in MP4 and Matroska files are",
  mp4Utc: "in UTC, as these formats say",
  mp4Camera: "by the camera's clock",
  noFolder: "Files without a folder",
  filesOf: (n: number, size: string) => `${files(n)}, ${size}`,
  camera: "Camera",
  chooseCamera: "Choose a camera",
  severalCameras: "Several cameras",
  kind: { video: "Video", picture: "Picture" },
  notPlayed: (codec: string) =>
    `This browser cannot play ${codecs[codec] ?? codec.toUpperCase()}. You can upload it, and ask for a playable copy in Watch.`,
  avi: "No browser plays AVI. After the upload, the service makes a copy that plays.",
  notRead:
    "This page cannot read the pictures of this video. After the upload, the service checks whether it can read them.",
  startOf: (name: string) => `Start of ${name}`,
  from: {
    EXIF: "from EXIF",
    metadata: "from the file's metadata",
    "file name": "from the file name",
    "file time": "from the file time. Check it, because copying a file may change its time.",
    person: "changed by you",
    before: "from the earlier upload, which continues where it stopped",
  },
  odd: {
    early: "This is before 2001. If the camera's clock was wrong, correct the start.",
    future: "This is in the future. If the camera's clock was wrong, correct the start.",
  },
  correctOthers: (n: number) =>
    n === 1
      ? "Correct the other odd start by the same time"
      : `Correct the other ${count.format(n)} odd starts by the same time`,
  outside: {
    EXIF: "The time in EXIF is not in the years 1970 to 9999. Type the start.",
    metadata: "The time in the file's metadata is not in the years 1970 to 9999. Type the start.",
    "file name": "The time in the file name is not in the years 1970 to 9999. Type the start.",
    "file time": "The file time is not in the years 1970 to 9999. Type the start.",
  },
  noStart: "The start time has no time zone. Choose the camera and the time zone of its clock.",
  remove: (name: string) => `Leave out ${name}`,
  removeAll: "Leave out all",
  begin: (n: number, size: string) => (n === 0 ? "Upload" : `Upload ${files(n)}, ${size}`),
  withoutCamera: (n: number) =>
    n === 1 ? "1 file has no camera yet." : `${count.format(n)} files have no camera yet.`,
  withoutStart: (n: number) =>
    n === 1 ? "1 file has no start yet." : `${count.format(n)} files have no start yet.`,

  withOddStart: (n: number) =>
    n === 1 ? "1 file has an odd start." : `${count.format(n)} files have odd starts.`,
  showOdd: "Show the first",

  uploading: "Uploads",
  arrived: (n: number, of: number) => `${count.format(n)} of ${files(of)} uploaded.`,
  failed: (n: number) => `${count.format(n)} failed.`,
  failedFiles: "Files that failed",
  pauseAll: "Pause all",
  goOnAll: "Resume all",
  clear: "Clear finished files",
  total: "All files",
  progressOf: (name: string) => `Progress of ${name}`,
  state: { waiting: "Waiting.", reading: "Reading:", sending: "Sent:", paused: "Paused." },
  sent: (done: string, total: string) => `${done} of ${total}`,
  left: (time: string) => `${time} left`,
  joining: "The service is reading the file …",
  done: "Uploaded.",
  doneAvi: "Uploaded. The service now makes a copy that browsers can play.",
  there: (camera: string) => `${camera} has this file already.`,
  watch: "Watch",
  watchOf: (name: string) => `Watch ${name}`,
  pause: "Pause",
  goOn: "Resume",
  again: "Try again",
  failures: {
    changed: "The file has changed since it was chosen. Choose it again when it is complete.",
    ended: "The upload has ended in the meantime. Try again.",
    refused: (status: number) => `The storage refused the file (status ${status}). Try again.`,
    unreachable:
      "The connection broke. Try again when you are online. Parts that have arrived are not sent again.",
  },
};
