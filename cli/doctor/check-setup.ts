import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readPackageDocument } from '../../harness/basics/index.js';
import { describeHost } from '../../harness/records/index.js';
import { listShaderFindings } from '../../intake/source/index.js';

/** Commands to look for on the PATH, with their Debian packages and what they are needed for. */
const TOOLS: readonly (readonly [command: string, debianPackage: string, unlocks: string])[] = [
  ['git', 'git', "the commit in a run's manifest"],
  ['fst2vcd', 'gtkwave', 'check-trace --vcd with an FST file, and viewing replay --trace vcd'],
  ['llvm-mc-19', 'llvm-19', 'instruction set tests against LLVM'],
  ['llc-22', 'llvm-22', 'tests of hazards and of compiled shaders'],
  ['verilator', 'verilator', 'docs/examples/rtl and its tests'],
  ['iverilog', 'iverilog', 'docs/examples/rtl and its tests'],
  ['chromium', 'chromium', 'browser tests of the pages'],
  ['redis-server', 'redis-server', 'a queue on this machine, and its tests'],
  ['ssh', 'openssh-client', 'run --launch over ssh, and its tests'],
  ['srun', 'slurm-wlm', 'run --launch under Slurm, and its tests'],
];

/** Optional npm packages, mapped to the commands that need them. */
const PACKAGES = { bullmq: 'run --queue, worker', ioredis: 'run --queue, worker' } as const;

/**
 * Returns whether a Node version satisfies the `engines` range in package.json. For example, `v22.12.1` satisfies
 * `^20.19.0 || ^22.12.0 || >=24.0.0`.
 *
 * @param range one or more `^x.y.z` or `>=x.y.z` joined by `||`. Throws for anything else.
 */
export function isSupportedNode(version: string, range: string): boolean {
  const actual = parseVersion(version.replace(/^v/, ''));
  return range.split('||').some((part) => {
    const [, operator, text] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (operator === undefined || text === undefined) throw new Error(`Unsupported version range: ${part}`);
    const minimum = parseVersion(text);
    return isAtLeast(actual, minimum) && (operator === '>=' || actual[0] === minimum[0]);
  });
}

/** The fastest Node versions for running tests (tools/bench/README.md, "Node 24"). */
const RECOMMENDED = '>=24.0.0';

/** Returns `version`, with a note appended if a newer Node would be faster. */
export function addUpgradeAdvice(version: string): string {
  return isSupportedNode(version, RECOMMENDED) ? version : `${version}; Node 24 is about 25% faster`;
}

function parseVersion(version: string): readonly number[] {
  return version.split(/[.-]/, 3).map(Number);
}

function isAtLeast(actual: readonly number[], minimum: readonly number[]): boolean {
  const firstDifference = minimum.findIndex((part, i) => part !== actual[i]);
  return firstDifference < 0 || actual[firstDifference]! > minimum[firstDifference]!;
}

/** One row of the `doctor` table: the state of a requirement. */
export interface Finding {
  readonly name: string;
  /** If `missing`, the features in `unlocks` do not work. If `wrong`, possibly nothing works. */
  readonly state: 'ok' | 'missing' | 'wrong';
  /** What was found, or the command that installs the requirement. */
  readonly detail: string;
  /** What the requirement is for. */
  readonly unlocks: string;
}

const GIBIBYTE = 2 ** 30;
/** A worker needs about 300 MiB, and reporting on a large run needs 1 GiB. */
const MIN_BYTES = 2 * GIBIBYTE;

/**
 * Checks the machine, the commands on the PATH, the optional packages, and the Vulkan driver `driver` (default:
 * the system's RADV).
 */
export function checkSetup(driver?: string): readonly Finding[] {
  return [...checkMachine(), ...TOOLS.map(checkTool), ...listShaderFindings(driver), ...checkPackages()];
}

function checkMachine(): readonly Finding[] {
  const { machine } = describeHost();
  const range = readPackageDocument().engines.node;
  const isSupported = isSupportedNode(machine.node, range);
  const memory = `${(machine.memoryBytes / GIBIBYTE).toFixed(1)} GiB`;
  return [
    {
      name: 'node',
      state: isSupported ? 'ok' : 'wrong',
      detail: isSupported ? addUpgradeAdvice(machine.node) : `${machine.node}; install one matching ${range}`,
      unlocks: 'everything',
    },
    {
      name: 'processors',
      state: 'ok',
      detail: String(machine.processors),
      unlocks: 'one worker per processor by default',
    },
    {
      name: 'memory',
      state: machine.memoryBytes >= MIN_BYTES ? 'ok' : 'wrong',
      detail:
        machine.memoryBytes >= MIN_BYTES ? memory : `${memory}; expected at least 2 GiB, or use --workers 1`,
      unlocks: 'about 300 MiB per worker',
    },
  ];
}

function checkTool([name, debianPackage, unlocks]: (typeof TOOLS)[number]): Finding {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0
    ? { name, state: 'ok', detail: stdout.trim(), unlocks }
    : { name, state: 'missing', detail: `apt-get install -y ${debianPackage}`, unlocks };
}

function checkPackages(): readonly Finding[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(PACKAGES).map(([name, unlocks]) => {
    try {
      return { name, state: 'ok', detail: resolve(name), unlocks };
    } catch {
      const install = `npm install ${name}@"${readPackageDocument().peerDependencies[name]}"`;
      return { name, state: 'missing', detail: install, unlocks };
    }
  });
}
