import path from "node:path";
import { expect, test } from "vitest";
import { tokenCommand } from "../../local/shell-command.ts";

const command = "npm run -s token -- --email you@example.org --role admin";

test.each([
  ["leaves out the default data directory", path.resolve(".local"), command],
  ["names another data directory", "/data/stack-2", `DATA_DIR=/data/stack-2 ${command}`],
  ["quotes a path for the shell", "/my data/o'k", `DATA_DIR='/my data/o'\\''k' ${command}`],
])("the token command %s", (_, dataDir, expected) => {
  expect(tokenCommand(dataDir)).toBe(expected);
});
