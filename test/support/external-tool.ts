import { spawnSync } from 'node:child_process';

/** What was found out about each tool. */
const answers = new Map<string, boolean>();

/** Whether a tool of another project can run; where it is missing, says which Debian package brings it, once. */
export function hasTool(tool: string, debianPackage: string): boolean {
  const found = answers.get(tool) ?? isThere(tool, debianPackage);
  answers.set(tool, found);
  return found;
}

function isThere(tool: string, debianPackage: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  if (!found && process.env.CI !== undefined) {
    throw new Error(`${tool} is missing: apt-get install -y ${debianPackage}`);
  }
  if (!found)
    process.stderr.write(`Tests skipped, ${tool} is missing: apt-get install -y ${debianPackage}\n`);
  return found;
}
