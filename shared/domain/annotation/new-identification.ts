import * as z from "zod/mini";
import { batchKey } from "../wire/batch-key.ts";
import { described } from "../wire/described.ts";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { wireForms } from "../wire/wire-form.ts";

/** A vote: ids of an annotation and of the species that it shows. */
export const Identification = z
  .strictObject({ annotation: Id, species: Id })
  .check(z.meta({ id: "Identification", examples: [{ annotation: 1, species: 2 }] }));

/** A vote in a batch, or the removal of a vote. */
export const NewIdentification = z
  .strictObject(
    {
      ...Identification.shape,
      remove: orNull(
        described(
          z.boolean({ error: mustBe("true or false") }),
          "`true` removes your vote for the species. Without such a vote, nothing changes. Default: `false`.",
          true,
        ),
      ),
      ...batchKey,
    },
    { error: mustBe("an object with two ids, `annotation` and `species`") },
  )
  .check(z.meta({ id: "NewIdentification" }));

const BatchItem = z.unknown();
wireForms.set(BatchItem, NewIdentification);

/** A batch. Each item is parsed on its own, so that an invalid item does not make the others fail. */
export const IdentificationBatch = z
  .array(BatchItem, { error: mustBe("a list of 1 to 500 identifications") })
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.meta({
      examples: [
        [
          { annotation: 1, species: 2, idempotency_key: "1 is 2" },
          { annotation: 2, species: 1, remove: true },
        ],
      ],
    }),
  );
