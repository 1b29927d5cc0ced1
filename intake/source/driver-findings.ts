import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/index.js';
import { UsageError } from '../../transactions/index.js';
import { probeDriver } from './driver-process.js';
import { findShaderDriver, findTool, SHADER_TOOLS, type ShaderDriver } from './shader-tools.js';
import { runTool } from './tool-process.js';

/**
 * Downloads RADV as Debian's packages and unpacks them into a folder, unless it is there. Returns its ICD manifest.
 * Throws a one-line `UsageError` if apt or the network is missing.
 */
export function installDriver(folder: string): string {
  const script = join(findPackageRoot(), 'data', 'driver', 'unpack-radv');
  const environment = process.env as Readonly<Record<string, string>>;
  const command = { command: '/bin/sh', arguments: [script, folder], driver: undefined };
  const { ok, out, exitReason } = runTool({ ...command, environment, maxSeconds: 600 });
  const last = out.trim().split('\n').at(-1)!;
  if (ok) return last;
  throw new UsageError(`Cannot install the driver into ${folder}: ${last === '' ? exitReason : last}`);
}

/** A requirement for checking sources, as a row in the output of `doctor`. */
export interface ShaderFinding {
  readonly name: string;
  readonly state: 'ok' | 'missing';
  /** The path of the tool, or how to install it if it is missing. */
  readonly detail: string;
  readonly unlocks: string;
}

/**
 * Lists the requirements for checking sources and whether each is met.
 *
 * @param file ICD manifest of a driver, whose tools take precedence; if undefined, the system's RADV is used
 */
export function listShaderFindings(file: string | undefined): readonly ShaderFinding[] {
  const driver = findDriver(file);
  const toolDriver = typeof driver === 'string' ? undefined : driver;
  const tools = Object.values(SHADER_TOOLS).map((tool): ShaderFinding => {
    const path = findTool(tool, toolDriver);
    const state = path === undefined ? 'missing' : 'ok';
    return { name: tool.name, state, detail: path ?? tool.install, unlocks: tool.neededFor };
  });
  return [...tools, checkDriver(driver)];
}

function findDriver(file: string | undefined): ShaderDriver | string {
  try {
    return findShaderDriver(file);
  } catch (error) {
    return getReason(error);
  }
}

function getReason(error: unknown): string {
  if (!(error instanceof UsageError)) throw error;
  return error.message.replace(/^Cannot compile shaders(?: for \w+)?: /, '');
}

/** Returns the row for the driver, with its description if it works, or else the first missing or outdated part. */
function checkDriver(driver: ShaderDriver | string): ShaderFinding {
  const row = { name: 'RADV', unlocks: 'checking shader sources' };
  try {
    if (typeof driver !== 'string') return { ...row, state: 'ok', detail: probeDriver(driver, 'navi21') };
    return { ...row, state: 'missing', detail: driver };
  } catch (error) {
    return { ...row, state: 'missing', detail: getReason(error) };
  }
}
