import type { Entry } from "./entry.ts";
import type { Change, Store } from "./store.ts";

const table = "entries";
const byPerson = "person";

/** Returns the name of a deployment's database. The database has separate entries for each person. */
function databaseOf(deployment: string): string {
  return `unsaved labels of ${deployment}`;
}

/**
 * Returns `false` if this browser has no entries of a deployment. Returns `true` if the browser cannot list databases.
 */
export async function mayHaveEntries(deployment: string): Promise<boolean> {
  if (!("databases" in indexedDB)) return true;
  return (await indexedDB.databases()).some(({ name }) => name === databaseOf(deployment));
}

/** Stores a person's entries in IndexedDB. @throws DOMException from `update` if the browser cannot store them */
export function storedEntries(deployment: string, person: number): Store {
  let opening: Promise<IDBDatabase> | undefined;
  return {
    update: async (change) => {
      opening ??= open(databaseOf(deployment));
      return changed(await opening, person, change);
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table, { keyPath: "key" }).createIndex(byPerson, "person");
    };
    request.onsuccess = () => {
      const database = request.result;
      // A later version of the page, in another tab, waits until this tab closes the database. After that, this tab
      // cannot store entries.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab blocks the database."));
  });
}

/** Reads and writes in one transaction. Other tabs wait for it. The data are on the disk when it resolves. */
function changed(database: IDBDatabase, person: number, change: Change): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, "readwrite", { durability: "strict" });
    const entries = transaction.objectStore(table);
    let after: readonly Entry[] = [];
    const reading: IDBRequest<Entry[]> = entries.index(byPerson).getAll(person);
    reading.onsuccess = () => {
      const before = reading.result.toSorted((a, b) => a.order - b.order);
      after = change(before);
      const kept = new Set(after.map(({ key }) => key));
      const known = new Set(before);
      for (const entry of before) if (!kept.has(entry.key)) entries.delete(entry.key);
      for (const entry of after) if (!known.has(entry)) entries.put(entry);
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onabort = () => reject(transaction.error);
  });
}
