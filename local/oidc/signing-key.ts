import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import path from "node:path";

export type SigningKey = {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly kid: string;
};

/**
 * Reads or creates the key that signs this stack's tokens: an ES256 key in a file that only its owner may read. Anyone
 * who can read the file can sign in as any user of this stack.
 */
export function signingKey(dataDir: string): SigningKey {
  const file = path.join(dataDir, "oidc-key.pem");
  if (!existsSync(file)) createKeyFile(file);
  const privateKey = createPrivateKey(readFileSync(file));
  const publicKey = createPublicKey(privateKey);
  const kid = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { privateKey, publicKey, kid: kid.slice(0, 16) };
}

function createKeyFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const temporary = `${file}.${process.pid}`;
  const descriptor = openSync(temporary, "wx", 0o600);
  writeSync(descriptor, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  fsyncSync(descriptor);
  closeSync(descriptor);
  // A rename is atomic: if the process is killed here, no half-written key is left.
  renameSync(temporary, file);
}
