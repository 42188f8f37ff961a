import { contract as addIdentification } from "../functions/add-identification/contract.ts";
import { contract as addIdentificationBatch } from "../functions/add-identification-batch/contract.ts";
import { contract as completeUpload } from "../functions/complete-upload/contract.ts";
import { contract as countAnnotations } from "../functions/count-annotations/contract.ts";
import { contract as createAnnotation } from "../functions/create-annotation/contract.ts";
import { contract as createAnnotationBatch } from "../functions/create-annotation-batch/contract.ts";
import { contract as createCaptureSource } from "../functions/create-capture-source/contract.ts";
import { contract as createCopy } from "../functions/create-copy/contract.ts";
import { contract as createExport } from "../functions/create-export/contract.ts";
import { contract as createImport } from "../functions/create-import/contract.ts";
import { contract as createMedia } from "../functions/create-media/contract.ts";
import { contract as createSiteKey } from "../functions/create-site-key/contract.ts";
import { contract as createSpecies } from "../functions/create-species/contract.ts";
import { contract as createUpload } from "../functions/create-upload/contract.ts";
import { contract as createUser } from "../functions/create-user/contract.ts";
import { contract as createVideoStream } from "../functions/create-video-stream/contract.ts";
import { contract as deleteAnnotation } from "../functions/delete-annotation/contract.ts";
import { contract as deleteCaptureSource } from "../functions/delete-capture-source/contract.ts";
import { contract as deleteExport } from "../functions/delete-export/contract.ts";
import { contract as deleteImport } from "../functions/delete-import/contract.ts";
import { contract as deleteMedia } from "../functions/delete-media/contract.ts";
import { contract as deleteSiteKey } from "../functions/delete-site-key/contract.ts";
import { contract as deleteSpecies } from "../functions/delete-species/contract.ts";
import { contract as deleteUpload } from "../functions/delete-upload/contract.ts";
import { contract as deleteUser } from "../functions/delete-user/contract.ts";
import { contract as deleteVideoStream } from "../functions/delete-video-stream/contract.ts";
import { contract as endLiveStream } from "../functions/end-live-stream/contract.ts";
import { contract as getAnnotation } from "../functions/get-annotation/contract.ts";
import { contract as getApp } from "../functions/get-app/contract.ts";
import { contract as getAppAsset } from "../functions/get-app-asset/contract.ts";
import { contract as getAppSettings } from "../functions/get-app-settings/contract.ts";
import { contract as getCaptureSource } from "../functions/get-capture-source/contract.ts";
import { contract as getDataset } from "../functions/get-dataset/contract.ts";
import { contract as getDocs } from "../functions/get-docs/contract.ts";
import { contract as getDocsAsset } from "../functions/get-docs-asset/contract.ts";
import { contract as getExport } from "../functions/get-export/contract.ts";
import { contract as getHealth } from "../functions/get-health/contract.ts";
import { contract as getHistory } from "../functions/get-history/contract.ts";
import { contract as getImport } from "../functions/get-import/contract.ts";
import { contract as getMe } from "../functions/get-me/contract.ts";
import { contract as getMedia } from "../functions/get-media/contract.ts";
import { contract as getOpenapi } from "../functions/get-openapi/contract.ts";
import { contract as getSpecies } from "../functions/get-species/contract.ts";
import { contract as getStills } from "../functions/get-stills/contract.ts";
import { contract as getUpload } from "../functions/get-upload/contract.ts";
import { contract as getUser } from "../functions/get-user/contract.ts";
import { contract as getVideoStream } from "../functions/get-video-stream/contract.ts";
import { contract as getVideoStreamEffort } from "../functions/get-video-stream-effort/contract.ts";
import { contract as getVideoStreamMedia } from "../functions/get-video-stream-media/contract.ts";
import { contract as keepStreamAlive } from "../functions/keep-stream-alive/contract.ts";
import { contract as listAnnotations } from "../functions/list-annotations/contract.ts";
import { contract as listCaptureSources } from "../functions/list-capture-sources/contract.ts";
import { contract as listChanges } from "../functions/list-changes/contract.ts";
import { contract as listExports } from "../functions/list-exports/contract.ts";
import { contract as listImports } from "../functions/list-imports/contract.ts";
import { contract as listMedia } from "../functions/list-media/contract.ts";
import { contract as listSiteKeys } from "../functions/list-site-keys/contract.ts";
import { contract as listSpecies } from "../functions/list-species/contract.ts";
import { contract as listUsers } from "../functions/list-users/contract.ts";
import { contract as listVideoStreams } from "../functions/list-video-streams/contract.ts";
import { contract as playVideoStream } from "../functions/play-video-stream/contract.ts";
import { contract as removeIdentification } from "../functions/remove-identification/contract.ts";
import { contract as replaceDataset } from "../functions/replace-dataset/contract.ts";
import { contract as signUploadParts } from "../functions/sign-upload-parts/contract.ts";
import { contract as startImport } from "../functions/start-import/contract.ts";
import { contract as startLiveStream } from "../functions/start-live-stream/contract.ts";
import { contract as updateAnnotation } from "../functions/update-annotation/contract.ts";
import { contract as updateCaptureSource } from "../functions/update-capture-source/contract.ts";
import { contract as updateMe } from "../functions/update-me/contract.ts";
import { contract as updateSpecies } from "../functions/update-species/contract.ts";
import { contract as updateUser } from "../functions/update-user/contract.ts";
import { contract as updateVideoStream } from "../functions/update-video-stream/contract.ts";
import type { Contract } from "../shared/http/contract.ts";
import { roleSettings, type Variable } from "../shared/runtime/env.ts";
import type { Grants } from "./grants.ts";

/** One endpoint: its contract, whose operation id is the name of its folder, and the resources of its function. */
export type Endpoint = Grants & {
  readonly contract: Contract;
  /** True if the function cuts stills and clips: it then gets the media engine. It also needs `readsVideo`. */
  readonly cutsVideo?: true;
  /** Default: 15. API Gateway waits at most 29 s for an integration (its quota). */
  readonly timeoutSeconds?: number;
  /** Files to deploy next to the function's code, as paths in the project. */
  readonly files?: readonly string[];
  /** The part of the page that is deployed with the function (see `bundlePage`). */
  readonly pageFiles?: "html" | "assets";
  /** Environment variables in addition to those of `variablesOf`. */
  readonly variables?: readonly Variable[];
};

// Each request reads the caller's role from the table. Writes read the segments of the index before they change them.
const read = ["dynamodb:BatchGetItem"] as const;
const list = [...read, "dynamodb:Query"] as const;
const write = [...read, "dynamodb:PutItem", "dynamodb:UpdateItem"] as const;
const listAndDelete = [...list, "dynamodb:PutItem", "dynamodb:DeleteItem"] as const;
const listAndChange = [...list, "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"] as const;

/** The variables with the rules for the URLs of streams. */
const streamUrls: readonly Variable[] = ["MEDIA_BUCKET", "SITE_KEY_S3"];

/** All endpoints of the service, one row each. */
export const endpoints: readonly Endpoint[] = [
  { contract: getHealth, tableActions: [] },
  { contract: getOpenapi, tableActions: [], files: ["docs/openapi.json"] },
  // The page's security policy names the bucket, so that the page may open its files.
  { contract: getDocs, tableActions: [], variables: ["MEDIA_BUCKET"] },
  {
    contract: getDocsAsset,
    tableActions: [],
    files: [
      "functions/get-docs-asset/start.js",
      "functions/get-docs-asset/page.css",
      "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
      "node_modules/swagger-ui-dist/swagger-ui.css",
    ],
  },
  {
    contract: getApp,
    tableActions: [],
    pageFiles: "html",
    // The page's security policy names the issuer, and the origins of videos.
    variables: ["MEDIA_BUCKET", "VIDEO_BUCKETS", "VIDEO_HOSTS", "OIDC_ISSUER"],
  },
  { contract: getAppAsset, tableActions: [], pageFiles: "assets" },
  {
    contract: getAppSettings,
    tableActions: [],
    variables: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_SCOPE"],
  },

  {
    contract: getMe,
    tableActions: [...write, "dynamodb:Query"],
    variables: ["ADMIN_EMAILS", "ALLOWED_EMAIL_DOMAINS"],
  },
  { contract: updateMe, tableActions: listAndDelete },
  { contract: createUser, tableActions: write },
  { contract: getUser, tableActions: read },
  { contract: listUsers, tableActions: list },
  {
    contract: updateUser,
    tableActions: listAndChange,
  },
  { contract: deleteUser, tableActions: [...write, "dynamodb:DeleteItem"] },

  { contract: createSpecies, tableActions: write },
  { contract: getSpecies, tableActions: read },
  { contract: listSpecies, tableActions: list },
  {
    contract: updateSpecies,
    tableActions: listAndChange,
  },
  { contract: deleteSpecies, tableActions: listAndDelete },

  { contract: createCaptureSource, tableActions: write },
  { contract: getCaptureSource, tableActions: read },
  { contract: listCaptureSources, tableActions: list },
  {
    contract: updateCaptureSource,
    tableActions: listAndDelete,
    timeoutSeconds: 28,
  },
  { contract: deleteCaptureSource, tableActions: listAndDelete },
  { contract: createSiteKey, tableActions: write },
  { contract: listSiteKeys, tableActions: list },
  { contract: deleteSiteKey, tableActions: [...read, "dynamodb:DeleteItem"] },

  { contract: createVideoStream, tableActions: write, variables: streamUrls },
  { contract: startLiveStream, tableActions: write, variables: streamUrls },
  { contract: endLiveStream, tableActions: write },
  { contract: keepStreamAlive, tableActions: [...read, "dynamodb:UpdateItem"] },
  { contract: getVideoStream, tableActions: read },
  { contract: listVideoStreams, tableActions: list, indexes: ["byTimespan", "byCapturesource"] },
  {
    contract: getVideoStreamEffort,
    tableActions: list,
    indexes: ["byCapturesource"],
    // This function may read every capture source.
    timeoutSeconds: 28,
  },
  {
    contract: updateVideoStream,
    tableActions: [...listAndChange, "dynamodb:ConditionCheckItem"],
    variables: streamUrls,
    timeoutSeconds: 28,
  },
  {
    contract: deleteVideoStream,
    tableActions: listAndChange,
  },
  {
    contract: getVideoStreamMedia,
    // Query finds the pieces of a copy, of which clips of an AVI are cut.
    tableActions: [...write, "dynamodb:Query", "dynamodb:DeleteItem"],
    mediaActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    copyActions: ["s3:GetObject"],
    listsMedia: true,
    cutsVideo: true,
    readsVideo: true,
    timeoutSeconds: 28,
  },
  {
    contract: getStills,
    tableActions: [...write, "dynamodb:Query", "dynamodb:DeleteItem"],
    indexes: ["byVideostream"],
    mediaActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    cutsVideo: true,
    readsVideo: true,
    timeoutSeconds: 28,
  },
  {
    contract: playVideoStream,
    // PutItem stores the day on which a copy was played.
    tableActions: [...read, "dynamodb:Query", "dynamodb:PutItem"],
    copyActions: ["s3:GetObject"],
    readsVideo: true,
  },
  {
    contract: createCopy,
    // Query and DeleteItem remove the copy of a video that the stream no longer has.
    tableActions: [...write, "dynamodb:Query", "dynamodb:DeleteItem"],
    copyActions: ["s3:DeleteObject"],
    listsMedia: true,
    cutsVideo: true,
    readsVideo: true,
    variables: ["COPY_MINUTES_PER_DAY"],
    timeoutSeconds: 28,
  },

  {
    contract: createUpload,
    tableActions: write,
    variables: ["UPLOAD_MAX_GIGABYTES", "UPLOAD_GIGABYTES_PER_DAY"],
  },
  // UpdateItem stores the time at which a site key was used.
  {
    contract: getUpload,
    tableActions: [...read, "dynamodb:UpdateItem"],
    uploadActions: ["s3:ListMultipartUploadParts"],
  },
  {
    contract: signUploadParts,
    tableActions: write,
    uploadActions: ["s3:PutObject"],
  },
  {
    contract: completeUpload,
    tableActions: [...write, "dynamodb:DeleteItem"],
    uploadActions: [
      "s3:GetObject",
      "s3:PutObject",
      "s3:DeleteObject",
      "s3:AbortMultipartUpload",
      "s3:ListMultipartUploadParts",
    ],
    listsMedia: true,
    cutsVideo: true,
    variables: ["COPY_MINUTES_PER_DAY"],
    timeoutSeconds: 28,
  },
  {
    contract: deleteUpload,
    tableActions: write,
    uploadActions: ["s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
  },

  {
    contract: createExport,
    tableActions: listAndChange,
    indexes: ["byTime", "byVideostream", "byCapturesource"],
    exportActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    // Needed to find the working files of the export, which are deleted at its end.
    listsMedia: true,
    variables: ["EXPORT_DAYS"],
    timeoutSeconds: 28,
  },
  { contract: getExport, tableActions: read, exportActions: ["s3:GetObject"] },
  { contract: listExports, tableActions: list, exportActions: ["s3:GetObject"] },
  {
    contract: deleteExport,
    tableActions: [...write, "dynamodb:DeleteItem"],
    exportActions: ["s3:DeleteObject"],
    listsMedia: true,
  },

  {
    contract: createImport,
    tableActions: write,
    importActions: ["s3:PutObject"],
    readsVideo: true,
    variables: ["UPLOAD_GIGABYTES_PER_DAY"],
  },
  {
    contract: startImport,
    tableActions: [...write, "dynamodb:Query", "dynamodb:DeleteItem"],
    // Needed to find the streams that the rows of a table name.
    indexes: ["byTimespan"],
    importActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    // Needed to store and check the pictures and videos of packages.
    uploadActions: ["s3:GetObject", "s3:PutObject"],
    // Needed to find the working files of the import, which are deleted at its end.
    listsMedia: true,
    readsVideo: true,
    variables: ["IMPORT_ROWS_PER_SECOND"],
    timeoutSeconds: 28,
  },
  { contract: getImport, tableActions: read, importActions: ["s3:GetObject"] },
  { contract: listImports, tableActions: list, importActions: ["s3:GetObject"] },
  {
    contract: deleteImport,
    tableActions: [...write, "dynamodb:DeleteItem"],
    importActions: ["s3:DeleteObject"],
    listsMedia: true,
  },

  { contract: createMedia, tableActions: write, mediaActions: ["s3:PutObject"] },
  { contract: getMedia, tableActions: read, mediaActions: ["s3:GetObject"], listsMedia: true },
  { contract: listMedia, tableActions: list },
  {
    contract: deleteMedia,
    tableActions: [...write, "dynamodb:DeleteItem"],
    mediaActions: ["s3:DeleteObject"],
  },

  { contract: createAnnotation, tableActions: [...write, "dynamodb:Query"] },
  { contract: createAnnotationBatch, tableActions: [...write, "dynamodb:Query"], timeoutSeconds: 28 },
  {
    contract: getAnnotation,
    tableActions: read,
    variables: ["ANNOTATION_SHAPE"],
  },
  {
    contract: listAnnotations,
    tableActions: list,
    indexes: ["byVideostream", "byObserver", "byTime"],
    variables: ["ANNOTATION_SHAPE"],
  },
  {
    contract: countAnnotations,
    tableActions: list,
    indexes: ["byTime", "byVideostream"],
    timeoutSeconds: 28,
  },
  {
    contract: updateAnnotation,
    tableActions: [...write, "dynamodb:Query"],
    variables: ["ANNOTATION_SHAPE"],
  },
  { contract: deleteAnnotation, tableActions: write },
  { contract: addIdentification, tableActions: write, variables: ["ANNOTATION_SHAPE"] },
  { contract: addIdentificationBatch, tableActions: write, timeoutSeconds: 28 },
  { contract: removeIdentification, tableActions: write, variables: ["ANNOTATION_SHAPE"] },

  { contract: listChanges, tableActions: list },
  { contract: getHistory, tableActions: list },

  { contract: getDataset, tableActions: read },
  { contract: replaceDataset, tableActions: [...read, "dynamodb:PutItem"] },
];

/** The environment variables of an endpoint's function. */
export function variablesOf(endpoint: Endpoint): readonly Variable[] {
  const {
    contract,
    mediaActions,
    uploadActions,
    exportActions,
    importActions,
    readsVideo,
    variables = [],
  } = endpoint;
  if (contract.access === "public") return ["LOG_LEVEL", ...variables];
  return [
    "LOG_LEVEL",
    "TABLE_NAME",
    "OIDC_ISSUER",
    "OIDC_AUDIENCE",
    "OIDC_TRUST_EMAIL",
    ...(mediaActions || uploadActions || exportActions || importActions || readsVideo
      ? (["MEDIA_BUCKET"] as const)
      : []),
    ...(readsVideo ? (["VIDEO_BUCKETS", "VIDEO_HOSTS"] as const) : []),
    "CALLER_REQUESTS_PER_SECOND",
    ...(contract.roleSetting ? [roleSettings[contract.roleSetting]] : []),
    ...variables,
  ];
}
