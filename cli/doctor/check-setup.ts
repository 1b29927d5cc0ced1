import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readPackageDocument } from '../../base/basics/index.js';
import { describeHost } from '../../harness/records/index.js';
import { listShaderFindings } from '../../shaders/source/index.js';
import { PACKAGES, TOOLS } from './needs.js';
import { addUpgradeAdvice, isSupportedNode } from './node-version.js';

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

function checkTool({ name, unlocks, install }: (typeof TOOLS)[number]): Finding {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  const isInstalled = status === 0;
  return {
    name,
    state: isInstalled ? 'ok' : 'missing',
    detail: isInstalled ? stdout.trim() : install,
    unlocks,
  };
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
