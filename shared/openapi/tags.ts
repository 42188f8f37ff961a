/** The groups of operations and the operations in each, in the order in which a new reader needs them. */
export const tags = [
  {
    name: "annotations",
    description: "Labels on moments of video streams, and votes for their species.",
    operations: [
      "list-annotations",
      "count-annotations",
      "get-annotation",
      "create-annotation",
      "create-annotation-batch",
      "update-annotation",
      "delete-annotation",
      "add-identification",
      "add-identification-batch",
      "remove-identification",
    ],
  },
  {
    name: "video streams",
    description: "Video that a camera recorded or is recording, and stills and clips cut from it.",
    operations: [
      "list-video-streams",
      "get-video-stream",
      "get-video-stream-effort",
      "play-video-stream",
      "create-copy",
      "get-stills",
      "get-video-stream-media",
      "create-video-stream",
      "update-video-stream",
      "delete-video-stream",
      "start-live-stream",
      "keep-stream-alive",
      "end-live-stream",
    ],
  },
  {
    name: "uploads",
    description: "Videos and pictures that are sent in parts. Each becomes a video stream.",
    operations: ["create-upload", "get-upload", "sign-upload-parts", "complete-upload", "delete-upload"],
  },
  {
    name: "exports",
    description: "Files of annotations for other programs.",
    operations: ["create-export", "list-exports", "get-export", "delete-export"],
  },
  {
    name: "imports",
    description: "Files from other programs that become records of the service.",
    operations: ["create-import", "start-import", "list-imports", "get-import", "delete-import"],
  },
  {
    name: "capture sources",
    description: "Cameras, and the keys of the computers beside them.",
    operations: [
      "list-capture-sources",
      "get-capture-source",
      "create-capture-source",
      "update-capture-source",
      "delete-capture-source",
      "list-site-keys",
      "create-site-key",
      "delete-site-key",
    ],
  },
  {
    name: "species",
    description: "The species that annotations can be identified as.",
    operations: ["list-species", "get-species", "create-species", "update-species", "delete-species"],
  },
  {
    name: "users",
    description: "The people who use the service, and their roles.",
    operations: [
      "get-me",
      "update-me",
      "list-users",
      "get-user",
      "create-user",
      "update-user",
      "delete-user",
    ],
  },
  {
    name: "media",
    description:
      "Pictures and videos that the service keeps: uploads, and stills and clips cut from streams.",
    operations: ["list-media", "get-media", "create-media", "delete-media"],
  },
  {
    name: "changes",
    description: "What has changed, for programs that follow the records, and who changed it.",
    operations: ["list-changes", "get-history"],
  },
  {
    name: "dataset",
    description: "The description of all records together, for published packages.",
    operations: ["get-dataset", "replace-dataset"],
  },
  {
    name: "service",
    description: "The web page, the health check, the settings for signing in, and this description.",
    operations: [
      "get-health",
      "get-app",
      "get-app-asset",
      "get-app-settings",
      "get-openapi",
      "get-docs",
      "get-docs-asset",
    ],
  },
] as const;

const operations: readonly string[] = tags.flatMap((tag) => [...tag.operations]);

/**
 * The place of an operation in that order, from 0.
 * @throws Error for an operation that is not in the list
 */
export function placeOf(operationId: string): number {
  const place = operations.indexOf(operationId);
  if (place < 0) throw new Error(`Add ${operationId} to shared/openapi/tags.ts`);
  return place;
}

/** The name of the group that an operation is in. */
export function tagOf(operationId: string): string {
  placeOf(operationId);
  return tags.find((tag) => tag.operations.some((each) => each === operationId))?.name ?? "";
}
