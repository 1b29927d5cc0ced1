import { spawnSync } from 'node:child_process';

/** Whether a tool is installed, for all tools looked for so far. */
const availability = new Map<string, boolean>();

/**
 * Whether an external tool is installed. If it is missing, prints its Debian package to standard error, once.
 * In CI, throws an error instead.
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
