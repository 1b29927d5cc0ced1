import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { createTempFolder } from '../cli/support/run-cli.js';
import { getInstalledProject } from '../support/installed-package.js';

/**
 * Copies a tool package to an untracked folder and installs its locked dependencies there, unless that is
 * already done. Throws an error with npm's output if npm fails.
 */
function installTools(source: string, target: string): void {
  const lock = 'package-lock.json';
  // npm writes this file last, so its presence means that the installation is complete.
  const isInstalled =
    existsSync(join(target, 'node_modules', '.package-lock.json')) &&
    readFileSync(join(target, lock), 'utf8') === readFileSync(join(source, lock), 'utf8');
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (!isInstalled) callTool('npm', ['ci', '--ignore-scripts', '--prefer-offline'], target);
}

/** Runs a command and returns its output. If the command fails, throws an error that contains the output. */
function callTool(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Problems reported by the linters. */
interface Findings {
  /** Messages from publint. */
  readonly publint: readonly string[];
  /** Problems from are-the-types-wrong. */
  readonly types: readonly {
    readonly kind: string;
    readonly entrypoint?: string;
    readonly resolutionKind?: string;
  }[];
}

const folder = createTempFolder();
const linters = join(findPackageRoot(), 'dist', 'package-linters');
const project = await getInstalledProject();

function lint(...files: readonly string[]): Findings {
  const script = join(linters, 'lint-package.mjs');
  return JSON.parse(callTool(process.execPath, [script, project!.tarball, ...files], linters)) as Findings;
}

/**
 * Returns the type problems that affect ES modules. CommonJS and compilers that ignore `exports` are not supported.
 */
function findEsModuleProblems({ types }: Findings): Findings['types'] {
  return types.filter(({ resolutionKind = '' }) => !['node10', 'node16-cjs'].includes(resolutionKind));
}

describe.skipIf(project === undefined)('the package tarball (skipped if npm is unreachable)', () => {
  beforeAll(() => installTools(join(findPackageRoot(), 'test', 'package', 'linters'), linters));

  it('passes publint and are-the-types-wrong', () => {
    const findings = lint();
    expect(findings.publint).toEqual([]);
    expect(findEsModuleProblems(findings)).toEqual([]);
    // Make sure that the linters actually checked the package.
    expect(new Set(findings.types.map(({ entrypoint }) => entrypoint))).toContain('./harness');
  });

  it('fails if types are missing or are listed after the code', () => {
    const manifest = JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8'));
    const { types, default: code } = manifest.exports['./isa'];
    const broken = {
      './isa': { types: types.replace('isa', 'nowhere'), default: code },
      './trace': { default: code, types },
    };
    const file = join(folder, 'package.json');
    writeFileSync(file, JSON.stringify({ ...manifest, exports: { ...manifest.exports, ...broken } }));
    const findings = lint(file);
    expect(findings.publint.join('\n')).toMatch(/nowhere\.d\.ts.* does not exist/);
    expect(findings.publint.join('\n')).toMatch(/types should be the first/);
    expect(findEsModuleProblems(findings).map(({ entrypoint }) => entrypoint)).toContain('./isa');
  });
});
