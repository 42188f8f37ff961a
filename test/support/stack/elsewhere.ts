/** The deployment that the HTTP tests call instead of a local stack that they start. */
export type Elsewhere = {
  readonly kind: "aws" | "localstack" | "ministack" | "local stack";
  /** True if there is only one token for all callers, because no other user can sign in. */
  readonly oneToken: boolean;
};

/** Test files that need their own stack, or the processes, files or log of a stack. */
export const onlyHere: readonly (readonly [file: string, reason: string])[] = [
  ["camera-site-clips.long", "sends parts over a link of this machine"],
  ["camera-sites.long", "kills its own stack"],
  ["camtrap-dp.long", "fills its own stack"],
  ["clean-up-killed.long", "kills the job of its own stack"],
  ["clean-up", "calls the job of its own stack"],
  ["copies", "needs a stack with another setting"],
  ["durability.long", "kills its own stack"],
  ["dynamodb-endpoint", "is about the local stack itself"],
  ["find.long", "fills its own stack"],
  ["find-page", "fills its own stack"],
  ["forget", "runs a job of its own stack"],
  ["fuzz.long", "fills its own stack"],
  ["grants", "removes grants from its own stack"],
  ["import-folder.long", "sends more requests than one caller may send to other stacks"],
  ["import-link.long", "runs the command of the local stack, too"],
  ["jobs", "damages the index of its own stack"],
  ["kept-table.long", "fills its own stack with records of an older version"],
  ["large-upload", "looks at the processes of its own stack"],
  ["last-admin", "removes the admins of its own stack"],
  ["no-addresses.long", "fills its own stack"],
  ["rate-limit", "needs a stack with another setting"],
  ["schemathesis.long", "fills its own stack"],
  ["secrets-in-logs.long", "reads the log of its own stack"],
  ["seed.long", "fills its own stack"],
  ["settings.long", "needs a stack with other settings"],
  ["sign-in", "signs in at the issuer of the local stack"],
  ["stack-security", "is about the local stack itself"],
  ["start-command-watch.long", "is about the local stack itself"],
  ["start-command", "is about the local stack itself"],
  ["stream-media", "cuts videos that it serves on this machine"],
  ["token-command.long", "is about the local stack itself"],
  ["tour.long", "runs the commands of the local stack"],
];

type Skip = {
  readonly file: string;
  /** Parts of the full title, as the test file spells them. Without `words`, the rule covers the whole file. */
  readonly words?: readonly string[];
  /** The rule does not cover titles that contain this text. */
  readonly except?: string;
  readonly where: (place: Elsewhere) => boolean;
  readonly reason: string;
};

const oneToken = ({ oneToken }: Elsewhere) => oneToken;
const ministack = ({ kind }: Elsewhere) => kind === "ministack";
/**
 * LocalStack needs Docker, so these tests have not run on it. The rules for LocalStack come from the source of version
 * 4.14.0 (localstack/services/apigateway/next_gen/execute_api/ and localstack/config.py). More tests may fail there.
 */
const localStack = ({ kind }: Elsewhere) => kind === "localstack";
const emulators = ({ kind }: Elsewhere) => kind === "localstack" || kind === "ministack";
const ownGatewayResponses =
  "LocalStack returns the status of a gateway response, but with its own body and headers";
const unsignedUploads = "LocalStack checks signatures only if S3_SKIP_SIGNATURE_VALIDATION is 0";
const everywhere = () => true;
const severalUsers = "it needs several users, but there is only one token";

/** Tests that some deployments cannot pass. */
export const skips: readonly Skip[] = [
  {
    file: "video-streams",
    words: ["accepts the URL", "http://127.0.0.1"],
    where: everywhere,
    reason: "DEV_VIDEO_ORIGINS is set in local stacks only",
  },
  {
    file: "every-endpoint",
    words: ["with an insufficient role"],
    where: oneToken,
    reason: "an admin's token cannot show what other roles may not do",
  },
  { file: "users", except: "a role that does not exist", where: oneToken, reason: severalUsers },
  { file: "annotation-votes", where: oneToken, reason: severalUsers },
  {
    file: "annotation-lists",
    words: ["filters by stream, source"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "annotations",
    words: ["changing or deleting an annotation", "is allowed only to the author"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "annotations",
    words: ["sent in the identification shape", "shows derived fields in the observation shape"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "lists",
    words: ["GET /users", "lists existing users"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "idempotency",
    words: ["is independent of another caller's request with the same key"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "annotation-batch",
    words: ["create one annotation if the items are equal"],
    where: oneToken,
    reason: severalUsers,
  },
  {
    file: "browser",
    words: ["a long response is compressed"],
    where: emulators,
    reason: "LocalStack and ministack do not know minimumCompressionSize",
  },
  {
    file: "security-headers",
    words: ["are on", "a body that"],
    where: emulators,
    reason: "LocalStack and ministack accept requests of any size",
  },
  {
    file: "security-headers",
    words: ["are on", "the response to an unknown"],
    where: localStack,
    reason: ownGatewayResponses,
  },
  {
    file: "every-endpoint",
    words: ["an unknown path or method"],
    where: localStack,
    reason: ownGatewayResponses,
  },
  {
    file: "media-files",
    words: ["an upload URL", "refuses a file"],
    where: localStack,
    reason: unsignedUploads,
  },
  {
    file: "media-files",
    words: ["an upload URL", "refuses a PUT without its If-None-Match"],
    where: localStack,
    reason: unsignedUploads,
  },
  ...["a video in two parts", "a camera's computer uploads", "a file that cannot be read"].map((title) => ({
    ...{ file: "uploads", words: [title], where: emulators },
    reason: "functions read no files from the http: address that the S3 of LocalStack and ministack has",
  })),
  {
    file: "idempotency",
    words: ["sent twenty times at once"],
    where: ministack,
    reason: "ministack does not isolate concurrent transactions",
  },
  {
    file: "annotation-votes",
    words: ["fifty concurrent"],
    where: ministack,
    reason: "ministack lets concurrent calls wait for each other until they time out",
  },
  {
    file: "lists",
    words: ["GET /capturesources", "returns pages that hold"],
    where: ministack,
    reason: "ministack lets concurrent calls wait for each other until they time out",
  },
];

/**
 * Returns the reason to skip a test in this place, or `undefined` to run it.
 * @param fullName `<file> > <describe> > <test>`
 */
export function reasonToSkip(fullName: string, place: Elsewhere): string | undefined {
  const skip = skips.find(
    ({ file, words = [], except, where }) =>
      where(place) &&
      fullName.startsWith(`${file} > `) &&
      words.every((each) => fullName.includes(each)) &&
      (except === undefined || !fullName.includes(except)),
  );
  return skip?.reason;
}

/** Returns the kind of deployment at an origin. Asks the health endpoint of emulators. */
export async function kindOf(origin: string): Promise<Elsewhere["kind"]> {
  const { host, hostname, protocol } = new URL(origin);
  if (hostname.endsWith(".amazonaws.com")) return "aws";
  const health = await fetch(`${protocol}//${host}/_localstack/health`).catch(() => undefined);
  if (health?.status !== 200) return hostname === "127.0.0.1" ? "local stack" : "aws";
  const { edition } = (await health.json()) as { edition?: string };
  return edition === "light" ? "ministack" : "localstack";
}
