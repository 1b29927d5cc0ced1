import { UsageError } from '../../transactions/index.js';
import { probeDriver } from './driver-process.js';
import {
  findShaderDriver,
  findTool,
  SHADER_TOOLS,
  type ShaderDriver,
  type ShaderTool,
} from './shader-tools.js';

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
  return [...Object.values(SHADER_TOOLS).map((tool) => checkTool(tool, toolDriver)), checkDriver(driver)];
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

function checkTool(tool: ShaderTool, driver: ShaderDriver | undefined): ShaderFinding {
  const path = findTool(tool, driver);
  const { name, neededFor, install } = tool;
  return { name, state: path === undefined ? 'missing' : 'ok', detail: path ?? install, unlocks: neededFor };
}

/** Returns the row for the driver, with its description if it works, or else the first missing or outdated part. */
function checkDriver(driver: ShaderDriver | string): ShaderFinding {
  const row = { name: 'RADV', unlocks: 'checking shader sources' };
  if (typeof driver === 'string') return { ...row, state: 'missing', detail: driver };
  try {
    return { ...row, state: 'ok', detail: probeDriver(driver, 'navi21') };
  } catch (error) {
    return { ...row, state: 'missing', detail: getReason(error) };
  }
}
