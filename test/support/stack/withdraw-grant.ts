import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { stackName } from "../../../local/synthesise.ts";

/** Removes an action from the role of the function with this construct id. */
export function withdrawGrant(assembly: string, construct: string, action: string): void {
  const file = path.join(assembly, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(file, "utf8"));
  const [, role] = Object.entries<{ Type: string; Properties: { Policies: Policy[] } }>(
    template.Resources,
  ).find(([id, { Type }]) => Type === "AWS::IAM::Role" && id.startsWith(`Api${construct}Role`)) ?? [
    undefined,
    undefined,
  ];
  const statements =
    role?.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
  let found = 0;
  for (const statement of statements) {
    const actions = [statement.Action].flat();
    found += actions.filter((each) => each === action).length;
    statement.Action = actions.map((each) => (each === action ? "dynamodb:DescribeTable" : each));
  }
  expect(found).toBe(1);
  writeFileSync(file, JSON.stringify(template));
}

type Policy = { PolicyDocument: { Statement: { Action: string | string[] }[] } };
