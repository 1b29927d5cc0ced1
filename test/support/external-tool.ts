import { spawnSync } from 'node:child_process';

/** Whether each tool checked so far is installed. */
const availability = new Map<string, boolean>();

/**
 * Returns whether an external tool is installed. If not, prints the name of its Debian package to standard error, once
 * per tool, or throws an error in CI.
 */
export function hasTool(tool: string, debianPackage: string): boolean {
  const found = availability.get(tool) ?? isInstalled(tool, debianPackage);
  availability.set(tool, found);
  return found;
}

function isInstalled(tool: string, debianPackage: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  if (!found && process.env.CI !== undefined) {
    throw new Error(`${tool} is missing: apt-get install -y ${debianPackage}`);
  }
  if (!found)
    process.stderr.write(`Tests skipped, ${tool} is missing: apt-get install -y ${debianPackage}\n`);
  return found;
}
