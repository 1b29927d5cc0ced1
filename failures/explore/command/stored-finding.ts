import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quoteShellWord } from '../../../harness/basics/index.js';
import { writeAtomic } from '../../../harness/output/index.js';
import { formatCommand } from '../../../harness/selection/index.js';
import { type Scenario, scenarioToJson } from '../../../transactions/index.js';
import type { ExploreFinding } from '../explore-finding.js';
import type { ReportedFinding } from '../explore-text.js';
import type { RangeCheck } from '../within-ranges.js';

/**
 * Writes the finding's scenario, with its event order, to a file. If knob values within their ranges can produce the
 * finding, also writes a scenario that reproduces it through timing alone. Returns the finding along with the commands
 * to replay these files.
 */
export function storeFinding(finding: ExploreFinding, rangeCheck: RangeCheck): ReportedFinding {
  const name = findFreeName();
  const reported = { finding, within: rangeCheck, repro: storeScenario(finding.scenario, `${name}.json`) };
  return rangeCheck.can === 'yes'
    ? { ...reported, timedRepro: storeScenario(rangeCheck.scenario, `${name}-timed.json`) }
    : reported;
}

/** Returns the first unused name, so that findings from other searches are not overwritten. */
function findFreeName(): string {
  for (let i = 1; ; i++) {
    const name = `explored-${i}`;
    if (![`${name}.json`, `${name}-timed.json`].some((file) => existsSync(file))) return name;
  }
}

/** Writes a scenario to the current directory and returns the command that replays it. */
function storeScenario(scenario: Scenario, name: string): string {
  const file = join('.', name);
  writeAtomic(file, scenarioToJson(scenario));
  return formatCommand('replay', quoteShellWord(file));
}
