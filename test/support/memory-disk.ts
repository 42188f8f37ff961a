import path from "node:path";
import type { Fs } from "../../camera-site/queue/durable-files.mjs";

type File = { kind: "file"; bytes: Buffer; onDisk: Buffer };
type Folder = { kind: "folder"; entries: Map<string, Node>; onDisk: Map<string, Node> };
type Node = File | Folder;

/**
 * Creates a disk in memory. A power cut loses what it may lose on a real disk: the content of files that were not
 * synchronised, and names in folders that were not synchronised (fsync(2)). Set `bytesLeft` to fill the disk, and
 * `stepsLeft` to cut the power after that number of operations and written bytes.
 */
export function memoryDisk(root: Folder = folder()) {
  const open = new Map<number, Node>();
  const state = { stepsLeft: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY, steps: 0 };
  let descriptors = 3;

  function step(): void {
    state.steps += 1;
    if (--state.stepsLeft < 0) throw new Error("power cut");
  }

  function find(file: string): Node | undefined {
    let node: Node | undefined = root;
    for (const name of path.resolve("/", file).split("/").filter(Boolean)) {
      node = node?.kind === "folder" ? node.entries.get(name) : undefined;
    }
    return node;
  }
  function get(file: string): Node {
    return find(file) ?? fail("ENOENT");
  }
  function parent(file: string): Folder {
    const node = get(path.dirname(path.resolve("/", file)));
    return node.kind === "folder" ? node : fail("ENOTDIR");
  }
  const nameOf = (file: string) => path.basename(file);

  const fs = {
    mkdirSync(target: string, { recursive = false } = {}) {
      step();
      if (recursive && target !== "/" && !find(path.dirname(target)))
        fs.mkdirSync(path.dirname(target), { recursive });
      if (find(target)) return recursive ? undefined : fail("EEXIST");
      parent(target).entries.set(nameOf(target), folder());
    },
    openSync(file: string, flags: string) {
      step();
      if (flags === "wx" && find(file)) fail("EEXIST");
      if (flags !== "r")
        parent(file).entries.set(nameOf(file), { kind: "file", bytes: nothing, onDisk: nothing });
      open.set(++descriptors, get(file));
      return descriptors;
    },
    writeSync(descriptor: number, bytes: Buffer, from = 0) {
      const node = open.get(descriptor);
      if (node?.kind !== "file") return fail("EBADF");
      if (state.bytesLeft <= 0) fail("ENOSPC");
      const given = bytes.subarray(from, from + Math.min(maxWriteBytes, state.bytesLeft));
      const part = given.subarray(0, Math.max(0, state.stepsLeft));
      node.bytes = Buffer.concat([node.bytes, part]);
      state.bytesLeft -= part.length;
      state.steps += part.length;
      state.stepsLeft -= part.length;
      if (part.length < given.length) step();
      return part.length;
    },
    fsyncSync(descriptor: number) {
      step();
      const node = open.get(descriptor) ?? fail("EBADF");
      if (node.kind === "file") node.onDisk = node.bytes;
      else node.onDisk = new Map(node.entries);
    },
    closeSync(descriptor: number) {
      open.delete(descriptor);
    },
    renameSync(from: string, to: string) {
      step();
      const node = get(from);
      const there = find(to);
      if (there?.kind === "folder" && there.entries.size > 0) fail("ENOTEMPTY");
      const into = parent(to);
      parent(from).entries.delete(nameOf(from));
      into.entries.set(nameOf(to), node);
    },
    linkSync(from: string, to: string) {
      step();
      if (find(to)) fail("EEXIST");
      parent(to).entries.set(nameOf(to), get(from));
    },
    unlinkSync(file: string) {
      step();
      if (!parent(file).entries.delete(nameOf(file))) fail("ENOENT");
    },
    rmSync(target: string, { force = false } = {}) {
      step();
      const node = find(target);
      if (node === undefined) return force ? undefined : fail("ENOENT");
      parent(target).entries.delete(nameOf(target));
      state.bytesLeft += sizeOf(node);
    },
    readdirSync(target: string) {
      const node = get(target);
      return node.kind === "folder" ? [...node.entries.keys()] : fail("ENOTDIR");
    },
    readFileSync(file: string) {
      const node = get(file);
      return node.kind === "file" ? node.bytes.toString("utf8") : fail("EISDIR");
    },
    statSync: (file: string) => ({ ...get(file), mtimeMs: 0, size: sizeOf(get(file)) }),
  };

  return Object.assign(state, {
    fs: fs as unknown as Fs,
    isOff: () => state.stepsLeft < 0,
    /**
     * Returns the disk after a power cut. `survives` returns true to keep a change that was not synchronised.
     */
    afterPowerCut: (survives: () => boolean) => memoryDisk(survivor(root, survives) as Folder),
  });
}

/** Maximum number of bytes of a write. On a real disk, a write may also be partial. */
const maxWriteBytes = 100_000;

const nothing = Buffer.alloc(0);

function folder(): Folder {
  return { kind: "folder", entries: new Map(), onDisk: new Map() };
}

function survivor(node: Node, survives: () => boolean): Node {
  if (node.kind === "file") {
    const bytes = node.bytes === node.onDisk || survives() ? node.bytes : node.onDisk;
    return { kind: "file", bytes, onDisk: bytes };
  }
  const names = new Set([...node.entries.keys(), ...node.onDisk.keys()]);
  const entries = [...names].flatMap((name): [string, Node][] => {
    const [now, before] = [node.entries.get(name), node.onDisk.get(name)];
    const left = now === before || survives() ? now : before;
    return left ? [[name, survivor(left, survives)]] : [];
  });
  return { kind: "folder", entries: new Map(entries), onDisk: new Map(entries) };
}

function sizeOf(node: Node): number {
  if (node.kind === "file") return node.bytes.length;
  return [...node.entries.values()].reduce((sum, each) => sum + sizeOf(each), 0);
}

function fail(code: string): never {
  throw Object.assign(new Error(`${code}: simulated disk error`), { code });
}
