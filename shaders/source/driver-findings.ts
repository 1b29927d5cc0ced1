import { UsageError } from '../../transactions/index.js';
import { probeDriver } from './driver-process.js';
import { findTool, SHADER_TOOLS, type ShaderTool, shaderDriver } from './shader-tools.js';

/** A row of `doctor` on what sources need. */
export interface ShaderFinding {
  readonly name: string;
  readonly state: 'ok' | 'missing';
  /** What was found, or what is missing and the command that installs it. */
  readonly detail: string;
  readonly unlocks: string;
}

/** Requirements of judging sources, and whether they are met. */
export function shaderFindings(): readonly ShaderFinding[] {
  return [...Object.values(SHADER_TOOLS).map(toolFinding), driverFinding()];
}

function toolFinding(tool: ShaderTool): ShaderFinding {
  const found = findTool(tool);
  const { name, unlocks, install } = tool;
  return { name, state: found === undefined ? 'missing' : 'ok', detail: found ?? install, unlocks };
}

/** The driver and its dependencies: its own words if it works, else the first thing missing or too old. */
function driverFinding(): ShaderFinding {
  const row = { name: 'RADV', unlocks: 'check of shader sources' };
  try {
    return { ...row, state: 'ok', detail: probeDriver(shaderDriver(undefined), 'navi21') };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      ...row,
      state: 'missing',
      detail: error.message.replace(/^Cannot compile shaders(?: for \w+)?: /, ''),
    };
  }
}
