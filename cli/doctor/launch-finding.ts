import { formatOneLine } from '../../base/basics/index.js';
import { printNote, watchInterrupts } from '../../base/terminal/index.js';
import { getConfigFile, openConfig } from '../../harness/extension/index.js';
import { NO_OVERRIDES } from '../../harness/selection/index.js';
import { DEFAULT_LIMITS } from '../../harness/workers/index.js';
import { launchWorkers, readTemplate } from '../../runs/launch/index.js';
import type { Finding } from './check-setup.js';

/**
 * Starts one worker from a template and runs an empty batch on it. The template is given either inline or by its name
 * in the nearest configuration. Throws `UsageError` if the template is invalid.
 */
export async function checkLaunch(launch: string): Promise<Finding> {
  // The configuration is loaded only for this check, so that a broken one doesn't stop the other checks.
  await openConfig();
  const template = readTemplate(launch);
  const config = getConfigFile();
  const interrupts = watchInterrupts('Interrupted: stopping the worker; interrupt again to exit immediately');
  const runner = launchWorkers({
    template,
    workers: 1,
    limits: DEFAULT_LIMITS,
    needed: config === undefined ? {} : { config },
    signal: interrupts.signal,
    onNote: printNote,
  });
  const base = { name: 'launch', unlocks: `run --launch '${launch}'` };
  try {
    const emptyBatch = { first: 0, tests: [], overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: '' };
    await runner.run(config === undefined ? emptyBatch : { ...emptyBatch, configHash: config.hash });
    return { ...base, state: 'ok', detail: 'a matching worker started and answered' };
  } catch (error) {
    return { ...base, state: 'wrong', detail: formatOneLine(error) };
  } finally {
    await runner.close();
    interrupts.stop();
  }
}
