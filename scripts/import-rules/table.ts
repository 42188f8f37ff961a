/** Imports that the code of one place may have. All paths begin at the root of the project. */
export interface ImportRule {
  /**
   * A folder with all folders in it (it ends in "/"), or files. Each folder that a pattern matches has its own rule:
   * a function may import its own folder, not its neighbours. A row replaces the rows above it.
   */
  readonly from: string;
  /** Folders and files of this project. A folder may import itself as well; a file may import only those listed. Default: none. */
  readonly ours: readonly string[];
  /** Packages and modules of Node: these alone, or all except these. Default: all except middy. */
  readonly packages: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  /** Reason for the rule. Biome's message begins with it. */
  readonly why: string;
}

const middy = ["@middy/**"];
const ofNode = { only: ["node:*", "node:*/*"] };
const inBrowsers = { except: [...middy, "node:*", "node:*/**"] };

/** Folders that both exports and imports work with. */
const forJobs = [
  "shared/work/",
  "shared/store/",
  "shared/index/list-index.ts",
  "shared/table/",
  "shared/formats/",
  "shared/domain/",
  "shared/runtime/",
];

const rows: readonly (Partial<ImportRule> & Pick<ImportRule, "from" | "why">)[] = [
  {
    from: "bin/",
    ours: ["lib/", "shared/openapi/"],
    why: "bin/ starts the CDK app, and writes the API's description.",
  },
  {
    from: "lib/",
    ours: [
      "functions/*/contract.ts",
      "shared/domain/person/command-callbacks.ts",
      "shared/table/schema.ts",
      "shared/runtime/env.ts",
      "shared/http/{contract,headers,problem}.ts",
    ],
    why: "The CDK app knows contracts, the table's schema, the command's callbacks, problems, and names of variables and headers.",
  },
  {
    from: "functions/*/",
    ours: ["shared/"],
    why: "A function knows no other function: what two of them need belongs in shared/.",
  },
  {
    from: "functions/jobs/*/",
    ours: ["shared/"],
    why: "A job knows no other function: what two of them need belongs in shared/.",
  },
  {
    from: "functions/*/contract.ts",
    ours: ["shared/domain/", "shared/views/", "shared/http/contract.ts"],
    packages: { only: ["zod/mini"] },
    why: "A contract is data, which the CDK app and the API's description read.",
  },
  {
    from: "shared/*",
    packages: { only: [] },
    why: "Files belong in a folder of shared/, which has a rule of its own.",
  },
  {
    from: "shared/serve/",
    ours: [
      "shared/auth/",
      "shared/domain/",
      "shared/http/",
      "shared/index/",
      "shared/media/",
      "shared/runtime/",
      "shared/store/",
      "shared/table/",
      "shared/views/",
    ],
    why: "The front door makes handlers of contracts and logic, and knows no description of the API.",
  },
  {
    from: "shared/serve/endpoint.ts",
    ours: ["shared/serve/", "shared/auth/", "shared/domain/", "shared/http/", "shared/runtime/"],
    packages: { except: [] },
    why: "This file alone knows middy; it knows no records, no table and no media.",
  },
  {
    from: "shared/openapi/",
    ours: ["shared/domain/", "shared/http/"],
    why: "The API's description is made of contracts alone.",
  },
  {
    from: "shared/transfer/exports/",
    ours: [...forJobs, "shared/media/files/{objects,sign-url}.ts"],
    why: "Exports read records, write files, and sign URLs of media.",
  },
  {
    from: "shared/transfer/exports/{camtrap-dp,darwin-core,training}/",
    ours: [
      "shared/transfer/exports/*.ts",
      "shared/transfer/exports/camtrap-dp/",
      "shared/transfer/exports/stills/",
      ...forJobs,
    ],
    why: "A format knows no other format but Camtrap DP, whose tables the others use, too.",
  },
  {
    from: "shared/transfer/exports/stills/",
    ours: [
      "shared/transfer/exports/*.ts",
      "shared/work/",
      "shared/media/cut/{extraction-error,extractor}.ts",
      "shared/media/fetch/{limits,source-error,video-source}.ts",
      "shared/file-head/jpeg.ts",
      "shared/domain/",
    ],
    why: "Pictures of exports ask the media engine, and know no format and no records.",
  },
  {
    from: "shared/transfer/imports/",
    ours: [...forJobs, "shared/file-head/", "shared/media/files/{objects,sign-url,video-key}.ts"],
    why: "Imports read files, write records, sign URLs of media, and name media files.",
  },
  {
    from: "shared/transfer/copies/",
    ours: [
      "shared/work/",
      "shared/store/",
      "shared/domain/",
      "shared/media/cut/{extraction-error,extractor}.ts",
      "shared/media/fetch/{limits,source-error,video-source}.ts",
    ],
    why: "Copies ask the media engine for their pieces, and know no exports and no imports.",
  },
  {
    from: "shared/transfer/all-jobs.ts",
    ours: ["shared/work/", "shared/store/", "shared/table/", "shared/domain/", "shared/runtime/"],
    why: "The kinds of jobs know nothing of each other. This file finds the jobs of all kinds, to divide the places for workers.",
  },
  {
    from: "shared/work/",
    ours: ["shared/domain/", "shared/runtime/"],
    why: "Code that all long jobs share knows neither exports nor imports.",
  },
  {
    from: "shared/store/",
    ours: ["shared/domain/", "shared/runtime/", "shared/table/", "shared/index/list-index.ts"],
    why: "Records are items of the table with entries in the list index.",
  },
  {
    from: "shared/index/",
    ours: ["shared/domain/", "shared/runtime/", "shared/table/"],
    why: "The list index knows terms and ids, not the records that have them.",
  },
  {
    from: "shared/table/",
    ours: ["shared/domain/", "shared/runtime/"],
    why: "The table knows items, not records.",
  },
  {
    from: "shared/media/",
    ours: ["shared/domain/", "shared/file-head/", "shared/runtime/"],
    why: "Media are files and videos, and know no records.",
  },
  {
    from: "shared/http/",
    ours: ["shared/domain/", "shared/runtime/", "shared/views/"],
    why: "Requests and responses know neither callers nor records.",
  },
  {
    from: "shared/auth/",
    ours: ["shared/domain/", "shared/runtime/"],
    why: "Sign-in knows tokens, not where users are stored.",
  },
  {
    from: "shared/formats/",
    ours: ["shared/domain/"],
    packages: { except: [...middy, "@aws-sdk/**", "node:fs", "node:fs/**"] },
    why: "Formats are pure functions between records and files.",
  },
  {
    from: "shared/views/",
    ours: ["shared/domain/"],
    packages: { only: ["zod/mini"] },
    why: "Views show records to callers, and no rule depends on them.",
  },
  {
    from: "shared/domain/",
    packages: { only: ["zod/mini"] },
    why: "The domain is pure.",
  },
  {
    from: "shared/file-head/",
    packages: { only: [] },
    why: "Heads of files are read by pure functions, which also run in browsers.",
  },
  {
    from: "shared/runtime/",
    why: "shared/runtime/ is below all other folders.",
  },
  {
    from: "local/",
    ours: ["shared/table/schema.ts", "shared/domain/person/command-callbacks.ts"],
    why: "The local stack serves the synthesised template, and knows no other code of the service.",
  },
  {
    from: "camera-site/",
    packages: ofNode,
    why: "The code of a camera site is copied as it is, so it can use only Node and its own folder.",
  },
  {
    from: "camera-site/send/",
    ours: ["camera-site/clips/", "camera-site/link/", "camera-site/queue/"],
    packages: ofNode,
    why: "The sender knows no commands.",
  },
  {
    from: "camera-site/clips/",
    ours: ["camera-site/link/", "camera-site/queue/"],
    packages: ofNode,
    why: "The code of clips knows no events.",
  },
  {
    from: "camera-site/link/",
    ours: ["camera-site/queue/"],
    packages: ofNode,
    why: "The link sends requests, and does not know the sender that makes them.",
  },
  {
    from: "camera-site/queue/",
    packages: ofNode,
    why: "The queue stores events on disk, and knows no connection to the service.",
  },
  {
    from: "examples/*/",
    packages: ofNode,
    why: "An example is copied as it is, so it can use only Node and its own folder.",
  },
  {
    from: "client/",
    packages: inBrowsers,
    why: "The typed client also runs in browsers.",
  },
  {
    from: "client/*/",
    ours: [
      "client/*.ts",
      "shared/file-head/",
      "shared/domain/{species/name-key,time/zone-offset,upload/part-sizes}.ts",
    ],
    packages: inBrowsers,
    why: "The client also runs in browsers: it uses only those parts of shared/ that are pure and need no zod.",
  },
  {
    from: "cli/",
    ours: ["client/", "shared/domain/", "shared/file-head/"],
    why: "The command runs on people's machines: it uses only those parts of shared/ that are pure.",
  },
  {
    from: "web/",
    ours: ["client/", "shared/domain/{count-while,time/zone-offset,upload/part-sizes,wire/parse-json}.ts"],
    packages: inBrowsers,
    why: "The page runs in browsers: it uses only those parts of shared/ that are pure and need no zod.",
  },
  {
    from: "scripts/",
    why: "Scripts run the project's commands, and know no code of the service.",
  },
];

/** The import rules of all folders. Imports point down in the picture of CONTRIBUTING.md. */
export const importRules: readonly ImportRule[] = rows.map((row) => ({
  ours: [],
  packages: { except: middy },
  ...row,
}));
