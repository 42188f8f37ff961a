import type { Route } from "../template/rest-api.ts";

export type RouteMatch = {
  route: Route;
  /** Percent-decoded values. A greedy parameter keeps its slashes. */
  pathParameters: Readonly<Record<string, string>>;
};

/** Returns the route of a request, or `undefined`. Throws a `URIError` for invalid percent-encoding in the path. */
export type MatchRoute = (httpMethod: string, path: string) => RouteMatch | undefined;

/**
 * Routes requests as API Gateway does. In every segment of the path a static part takes precedence over `{parameter}`,
 * and `{parameter}` over `{greedy+}`. The path alone selects the resource, and then the method selects its route, or
 * `ANY` does. If the resource does not have the method, no less specific resource is tried. A slash at the end is
 * ignored. An empty segment elsewhere matches only a greedy parameter.
 */
export function compileRoutes(routes: readonly Route[]): MatchRoute {
  const root: Node = newNode();
  for (const route of routes) {
    const node = segmentsOf(route.path).reduce(childFor, root);
    node.routes.push(route);
  }
  return (httpMethod, path) => {
    const segments = segmentsOf(path);
    const found = find(root, segments, 0);
    const route =
      found?.node.routes.find((each) => each.httpMethod === httpMethod) ??
      found?.node.routes.find((each) => each.httpMethod === "ANY");
    if (!found || !route) return undefined;
    const pathParameters = Object.fromEntries(
      found.values.map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    return { route, pathParameters };
  };
}

/** A resource, or a segment of a resource's path. */
type Node = {
  routes: Route[];
  statics: Map<string, Node>;
  parameter: { name: string; node: Node } | undefined;
  greedy: { name: string; node: Node } | undefined;
};

type Found = { node: Node; values: [name: string, value: string][] };

function newNode(): Node {
  return { routes: [], statics: new Map(), parameter: undefined, greedy: undefined };
}

function segmentsOf(path: string): string[] {
  const inner = path.replace(/^\/+|\/+$/g, "");
  return inner === "" ? [] : inner.split("/");
}

function childFor(node: Node, segment: string): Node {
  const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(segment) ?? [];
  if (name !== undefined) {
    const kind = plus === "+" ? "greedy" : "parameter";
    const variable = node[kind] ?? { name, node: newNode() };
    // API Gateway also rejects siblings with different variable names.
    if (variable.name !== name)
      throw new Error(`{${variable.name}} has a sibling with another variable name, ${segment}`);
    node[kind] = variable;
    return variable.node;
  }
  const child = node.statics.get(segment) ?? newNode();
  node.statics.set(segment, child);
  return child;
}

/** Returns the most specific resource with methods whose path matches all segments from `index` on. */
function find(node: Node, segments: readonly string[], index: number): Found | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.routes.length > 0 ? { node, values: [] } : undefined;
  const child = node.statics.get(segment);
  const found = child && find(child, segments, index + 1);
  if (found) return found;
  if (node.parameter && segment !== "") {
    const further = find(node.parameter.node, segments, index + 1);
    if (further) return { ...further, values: [[node.parameter.name, segment], ...further.values] };
  }
  if (!node.greedy || node.greedy.node.routes.length === 0) return undefined;
  return { node: node.greedy.node, values: [[node.greedy.name, segments.slice(index).join("/")]] };
}
