/** What runs where the API is not the stack that the suite has started itself. */
export type Elsewhere = {
  readonly kind: "aws" | "localstack" | "ministack" | "local stack";
  /** One token calls for everybody: nobody else can be signed in there. */
  readonly oneToken: boolean;
};

/** Files that look into a stack's processes, files and log, or start stacks of their own. */
export const onlyHere: readonly (readonly [file: string, reason: string])[] = [
  ["caller-budget", "needs a stack with another setting"],
  ["camera-sites", "kills a stack of its own"],
  ["camtrap-dp", "fills a stack of its own"],
  ["clean-up", "calls the job of a stack of its own, and kills it"],
  ["durability", "kills a stack of its own"],
  ["fuzz", "fills a stack of its own"],
  ["grants", "takes grants away from a stack of its own"],
  ["jobs", "damages the index of the stack that it has started"],
  ["last-admin", "removes the admins of a stack of its own"],
  ["secrets-in-logs", "reads the log of a stack of its own"],
  ["seed", "fills a stack of its own"],
  ["shape-setting", "needs a stack with another setting"],
  ["stack-security", "is about the local stack itself"],
  ["start-command", "is about the local stack itself"],
  ["stream-media", "cuts videos that it serves on this machine"],
  ["token-command", "is about the local stack itself"],
];

type Skip = {
  /** `<file> > <describe> > <test>`. */
  readonly test: RegExp;
  readonly where: (place: Elsewhere) => boolean;
  readonly reason: string;
};

const oneToken = ({ oneToken }: Elsewhere) => oneToken;
const ministack = ({ kind }: Elsewhere) => kind === "ministack";
const everywhere = () => true;

const skips: readonly Skip[] = [
  {
    test: /^video-streams .* may lie at http:\/\/127/,
    where: everywhere,
    reason: "DEV_VIDEO_ORIGINS is set in local stacks alone",
  },
  {
    test: /^every-endpoint > with a role too low/,
    where: oneToken,
    reason: "an admin's token cannot show what others may not do",
  },
  {
    test: /^users > (?!.*(PATCH|POST).* 400)/,
    where: oneToken,
    reason: "it is about several people, and there is one token",
  },
  {
    test: /^(annotation-votes |annotation-lists .* filters by stream, source|annotations > (PATCH and DELETE > are for the author|an annotation made in the identification shape > shows in the observation))/,
    where: oneToken,
    reason: "it is about several people, and there is one token",
  },
  {
    test: /^(lists > GET \/users > lists those who|idempotency .* is another key for another caller|annotation-batch .* with one key twice)/,
    where: oneToken,
    reason: "it is about several people, and there is one token",
  },
  {
    test: /^browser > a long answer is compressed/,
    where: ministack,
    reason: "ministack does not know minimumCompressionSize",
  },
  {
    test: /^security-headers .* are on a body that/,
    where: ministack,
    reason: "ministack takes requests of any size",
  },
  {
    test: /^idempotency .* sent twenty times at once/,
    where: ministack,
    reason: "ministack does not keep transactions apart that come at once",
  },
  {
    test: /^(annotation-votes .*fifty at once|lists > GET \/capturesources > pages hold)/,
    where: ministack,
    reason: "ministack lets many calls at once wait for each other until they run out of time",
  },
];

/** Why a test is skipped in this place; `undefined` where it runs. */
export function reasonToSkip(fullName: string, place: Elsewhere): string | undefined {
  return skips.find(({ test, where }) => where(place) && test.test(fullName))?.reason;
}

/** What answers at an origin. */
export async function kindOf(origin: string): Promise<Elsewhere["kind"]> {
  const { host, hostname, protocol } = new URL(origin);
  if (hostname.endsWith(".amazonaws.com")) return "aws";
  const health = await fetch(`${protocol}//${host}/_localstack/health`).catch(() => undefined);
  if (health?.status !== 200) return hostname === "127.0.0.1" ? "local stack" : "aws";
  const { edition } = (await health.json()) as { edition?: string };
  return edition === "light" ? "ministack" : "localstack";
}
