import { spawnSync } from 'node:child_process';

/** Known availability of each tool. */
const answers = new Map<string, boolean>();

/** Whether another project's tool can run; if it is missing, names its Debian package, once. */
export function hasTool(tool: string, debianPackage: string): boolean {
  const found = answers.get(tool) ?? isInstalled(tool, debianPackage);
  answers.set(tool, found);
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
