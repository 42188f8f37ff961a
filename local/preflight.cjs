"use strict";
// Checks the version of Node.js and the installed packages. npm scripts load it with `node -r`, before Node.js reads
// any TypeScript, so it runs on old versions too: no imports and no recent syntax.

const problem = versionProblem() || packageProblem();
if (problem) {
  console.error(problem);
  process.exit(1);
}

/** Supported versions are those in package.json under `engines`: ^20.19.0 || >=22.12.0. */
function versionProblem() {
  // Inside an npm script, `node` is the one in node_modules. npm's user agent has the version that npm runs on.
  const agent = process.env.npm_config_user_agent || "";
  const version = (/ node\/v(\S+)/.exec(agent) || [])[1] || process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const supported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (supported) return "";
  return `Node.js ${version} is not supported: install Node.js 24 from https://nodejs.org, then run npm ci.`;
}

function packageProblem() {
  try {
    require.resolve("zod");
    require.resolve("node/package.json");
  } catch {
    return "The packages of this project are not installed: run npm ci.";
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return "";
  return "Node.js 24 is missing in node_modules: run npm ci without --ignore-scripts.";
}
