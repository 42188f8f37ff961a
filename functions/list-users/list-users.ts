import type { PageRequest } from "../../shared/domain/page.ts";
import { type User, viewUser } from "../../shared/domain/user.ts";

type Deps = {
  readonly list: (page: PageRequest) => Promise<{ readonly rows: readonly User[]; readonly total: number }>;
};

/** Answers a page of users. */
export function listUsers({ list }: Deps) {
  return async ({ query }: { readonly query: PageRequest }) => {
    const { rows, total } = await list(query);
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results: rows.map(viewUser), ...page } } as const;
  };
}
