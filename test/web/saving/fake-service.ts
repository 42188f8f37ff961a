import { type Content, contentOf, withContent } from "../../../web/labels/content.ts";
import type { Row } from "../../../web/labels/label.ts";
import { parseOffset } from "../../../web/labels/offset.ts";
import type { Person } from "../../../web/saving/entry.ts";
import { withVote } from "../../../web/saving/overlay.ts";
import type { Answer, LabelService } from "../../../web/saving/send.ts";
import { row } from "./row.ts";

/** The fate of a request: it arrives and is answered, is lost, its response is lost, or the service is busy. */
export type Fate = "answered" | "lost" | "answer lost" | "busy";

/** A service in memory with labels, versions and idempotency keys. */
export class FakeService {
  readonly rows = new Map<number, Row>();
  readonly #created = new Map<string, { readonly id: number; readonly body: string }>();
  /** Idempotency keys of votes and removals that were carried out. */
  readonly #counted = new Set<string>();
  #lastId = 0;
  #version = 0;

  add(made: Partial<Row>): Row {
    const id = ++this.#lastId;
    return this.#put({ ...row, ...made, id });
  }

  /** Makes a change as another person, without checks. */
  change(id: number, content: Partial<Content>): void {
    const found = this.rows.get(id);
    if (found) this.#put(withContent(found, { ...contentOf(found), ...content }));
  }

  /** The service as seen by a person through a network. */
  as(person: Person, fateOf: () => Fate): LabelService {
    const over =
      <A extends unknown[]>(run: (...args: A) => Answer) =>
      async (...args: A): Promise<Answer> => {
        const fate = fateOf();
        if (fate === "lost") throw new TypeError("Failed to fetch");
        if (fate === "busy") return { status: 503, body: {}, pauseMs: 2000 };
        const answer = run(...args);
        if (fate === "answer lost") throw new TypeError("Failed to fetch");
        return answer;
      };
    const voted = (isFor: boolean) => (id: number, species: number) => {
      const found = this.rows.get(id);
      if (found === undefined) return problem(404);
      const named = { id: species, common_name: `c${species}`, scientific_name: `s${species}` };
      const next = withVote(found, named, person, isFor);
      const isSame = JSON.stringify(next.identifications) === JSON.stringify(found.identifications);
      return ok(isSame ? found : this.#put(next));
    };
    return {
      create: over((body, key) => {
        const text = JSON.stringify(body);
        const before = this.#created.get(key);
        if (before && before.body !== text) return problem(422);
        if (before) return this.#read(before.id, 409);
        if (!("keypoints" in body)) return problem(400);
        const times = body.keypoints.map(({ time }) => time).toSorted();
        const made = this.add({
          keypoints: body.keypoints,
          start: times[0] ?? "",
          end: times.at(-1) ?? "",
          created_by: person,
        });
        this.#created.set(key, { id: made.id, body: text });
        return ok(made);
      }),
      read: over((id) => this.#read(id)),
      change: over((id, body, etag) => {
        const found = this.rows.get(id);
        if (found === undefined) return problem(404);
        if (found.etag !== etag) return problem(412);
        const before = contentOf(found);
        return ok(
          this.#put(
            withContent(found, {
              startMs: body.timespan ? (parseOffset(body.timespan.start) ?? 0) : before.startMs,
              endMs: body.timespan ? (parseOffset(body.timespan.end) ?? 0) : before.endMs,
              keypoints:
                body.keypoints === undefined
                  ? before.keypoints
                  : (body.keypoints ?? []).map(({ box, time }) => ({ box, ms: parseOffset(time) ?? 0 })),
              boundingBox: body.boundingBox === undefined ? before.boundingBox : body.boundingBox,
              notes: body.observation === undefined ? before.notes : body.observation,
            }),
          ),
        );
      }),
      remove: over((id, etag) => {
        const found = this.rows.get(id);
        if (found === undefined) return problem(404);
        if (found.etag !== etag) return problem(412);
        this.rows.delete(id);
        return ok({});
      }),
      vote: over(voted(true)),
      unvote: over(voted(false)),
      voteAll: over((votes) =>
        ok(
          votes.map(({ annotation, species, remove, idempotency_key: key }) => {
            // The service may be too busy for some of the votes.
            if (fateOf() === "busy") return { status: 503 };
            if (key && this.#counted.has(key)) return { status: 201 };
            const { status } = voted(!remove)(annotation, species);
            if (key && status === 200) this.#counted.add(key);
            return { status: status === 200 ? 201 : status };
          }),
        ),
      ),
    };
  }

  #read(id: number, missing = 404): Answer {
    const found = this.rows.get(id);
    return found ? ok(found) : problem(missing);
  }

  #put(next: Row): Row {
    const stored = { ...next, etag: `"${next.id}.${++this.#version}"` };
    this.rows.set(next.id, stored);
    return stored;
  }
}

function ok(body: unknown): Answer {
  return { status: 200, body: structuredClone(body), pauseMs: undefined };
}

function problem(status: number): Answer {
  return { status, body: { detail: `Problem ${status}.` }, pauseMs: undefined };
}
