import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findShaderDriver, probeDriver } from '../../../../intake/source/index.js';
import { requireTool, SHADER_TOOLS } from '../../../../intake/source/shader-tools.js';
import { UsageError } from '../../../../transactions/index.js';

/** The message that driver tests print if there is no driver. */
const INSTALL_HINT =
  'RADV (Mesa 23.2 to 25), glslang or the Vulkan loader is missing; to install them: pops-tb doctor --install-driver /tmp/radv';

/**
 * Returns a driver for one test file, with its own cache folder: the one in `POPS_TB_RADV`, or else the system's RADV.
 * If that driver does not work, prints how to install one and returns undefined, or throws in CI.
 */
export function findTestDriver(): string | undefined {
  const cache = mkdtempSync(join(tmpdir(), 'pops-shader-cache-'));
  beforeAll(() => vi.stubEnv('XDG_CACHE_HOME', cache));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(cache, { recursive: true, force: true });
  });
  vi.stubEnv('XDG_CACHE_HOME', cache);
  try {
    const driver = findShaderDriver(process.env.POPS_TB_RADV);
    probeDriver(driver, 'navi21');
    requireTool(SHADER_TOOLS.glsl, 'shaders', driver);
    return driver.icd;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (process.env.CI !== undefined) throw new Error(`${INSTALL_HINT} (${error.message})`);
    process.stderr.write(`Skipping tests: ${INSTALL_HINT}\n`);
    return undefined;
  } finally {
    vi.unstubAllEnvs();
  }
}
