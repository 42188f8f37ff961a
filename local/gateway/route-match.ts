import type { Route } from "../template/rest-api.ts";

export type RouteMatch = {
  route: Route;
  /** Percent-decoded; a greedy one keeps its slashes. */
  pathParameters: Readonly<Record<string, string>>;
};

/** Finds the route of a request; `undefined` when there is none. Throws a `URIError` for `%` without two hex digits. */
export type MatchRoute = (httpMethod: string, path: string) => RouteMatch | undefined;

/**
 * Routes as API Gateway does: at every step of the path a static part comes before `{parameter}`, and that
 * before `{greedy+}`. The resource is chosen by the path alone; only then its method is looked for, or
 * `ANY`. So a resource without that method does not let the request fall through to a less specific one.
 * A slash at the end does not matter; an empty step elsewhere matches only a greedy parameter.
 */
export function compileRoutes(routes: readonly Route[]): MatchRoute {
  const root: Node = newNode();
  for (const route of routes) {
    const node = stepsOf(route.path).reduce(childFor, root);
    node.routes.push(route);
  }
  return (httpMethod, path) => {
    const steps = stepsOf(path);
    const found = find(root, steps, 0);
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

/** A resource, or a step on the way to one. */
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

function stepsOf(path: string): string[] {
  const inner = path.replace(/^\/+|\/+$/g, "");
  return inner === "" ? [] : inner.split("/");
}

function childFor(node: Node, step: string): Node {
  const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(step) ?? [];
  if (name !== undefined) {
    const kind = plus === "+" ? "greedy" : "parameter";
    const variable = node[kind] ?? { name, node: newNode() };
    // CloudFormation refuses two siblings of different names, too.
    if (variable.name !== name)
      throw new Error(`Beside {${variable.name}} there is another variable, ${step}`);
    node[kind] = variable;
    return variable.node;
  }
  const child = node.statics.get(step) ?? newNode();
  node.statics.set(step, child);
  return child;
}

/** The most specific resource with methods whose path fits all steps from `index` on. */
function find(node: Node, steps: readonly string[], index: number): Found | undefined {
  const step = steps[index];
  if (step === undefined) return node.routes.length > 0 ? { node, values: [] } : undefined;
  const child = node.statics.get(step);
  const found = child && find(child, steps, index + 1);
  if (found) return found;
  if (node.parameter && step !== "") {
    const further = find(node.parameter.node, steps, index + 1);
    if (further) return { ...further, values: [[node.parameter.name, step], ...further.values] };
  }
  if (!node.greedy || node.greedy.node.routes.length === 0) return undefined;
  return { node: node.greedy.node, values: [[node.greedy.name, steps.slice(index).join("/")]] };
}
