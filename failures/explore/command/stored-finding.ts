import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quoteShellWord } from '../../../base/basics/index.js';
import { writeWhole } from '../../../base/output/index.js';
import { makePasteableCommand } from '../../../harness/selection/index.js';
import { type Scenario, scenarioToJson } from '../../../transactions/index.js';
import type { ExploreFinding } from '../explore-finding.js';
import type { ReportedFinding } from '../explore-text.js';
import type { WithinRanges } from '../within-ranges.js';

/**
 * Writes the finding's scenario, with its event order, to a file. If the finding can occur within the knobs' ranges,
 * also writes a scenario with times. Returns the finding with the commands that replay these files.
 */
export function storeFinding(finding: ExploreFinding, within: WithinRanges): ReportedFinding {
  const name = findFreeName();
  const reported = { finding, within, repro: storeScenario(finding.scenario, `${name}.json`) };
  return within.can === 'yes'
    ? { ...reported, timedRepro: storeScenario(within.scenario, `${name}-timed.json`) }
    : reported;
}

/** Returns the first unused name, so that findings from other searches are not overwritten. */
function findFreeName(): string {
  for (let number = 1; ; number++) {
    const name = `explored-${number}`;
    if (![`${name}.json`, `${name}-timed.json`].some((file) => existsSync(file))) return name;
  }
}

/** Writes a scenario to the current directory and returns the command that replays it. */
function storeScenario(scenario: Scenario, name: string): string {
  const file = join('.', name);
  writeWhole(file, scenarioToJson(scenario));
  return makePasteableCommand('replay', quoteShellWord(file));
}
