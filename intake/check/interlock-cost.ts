import { chipOf, type DecodedProgram, decodeCached, getInstructionSet } from '../../arch/index.js';
import { examineProgram, getMovableCode, type StaticReport } from '../../checkers/index.js';
import { runWithoutChecks } from '../../harness/one-test/index.js';
import { withOverlapUnit } from '../../stimulus/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import type { ComparedScene, InterlockCost } from './check-schema.js';
import { SectionClock, type SectionTime } from './section-clock.js';

export interface ClockedRun {
  readonly time: SectionTime;
  readonly overlapping: number;
  readonly variant: number;
  readonly scene: number;
}

/**
 * Computes the cost over all runs of a program. For comparison, also reruns the scene that has the most overlapping
 * waves, if any: without the interlock and, if it is multisampled, with overlap tracked at the other granularity.
 * `regenerate` returns a run's scenario.
 */
export function computeInterlockCost<Run extends ClockedRun>(
  program: ExaminedProgram,
  runs: readonly Run[],
  regenerate: (run: Run) => Scenario,
): InterlockCost {
  const { beforeAccesses, afterAccesses } = getMovableCode(program.report);
  const movable = [...beforeAccesses, ...afterAccesses].map(({ pc }) => pc);
  const sum = { waves: 0, instructions: 0, instructionsInside: 0, cycles: 0, cyclesInside: 0 };
  for (const { time } of runs)
    for (const key of Object.keys(sum) as (keyof SectionTime)[]) sum[key] += time[key];
  const worstRun = runs.reduce((worst, run) => (run.overlapping > worst.overlapping ? run : worst));
  if (worstRun.overlapping === 0) return { ...sum, movable };
  return { ...sum, movable, compared: compareScene(program, worstRun, regenerate(worstRun)) };
}

/** A program with its static report. */
export interface ExaminedProgram {
  readonly decoded: DecodedProgram;
  readonly report: StaticReport;
}

export function examineScenario({ programs, chip, wave }: Scenario): ExaminedProgram {
  const program = programs[0]!;
  const facts = chipOf(chip);
  const decoded = decodeCached(program.words, getInstructionSet(facts), wave, program.epilog);
  return { decoded, report: examineProgram(decoded, program, facts.packers) };
}

function compareScene(
  program: ExaminedProgram,
  { time: { waves, cycles }, variant, scene }: ClockedRun,
  scenario: Scenario,
): ComparedScene {
  const unorderedCycles = countCycles(program, withOverlapUnit(scenario, 'none'));
  const by = scenario.draws[0]!.interlock.startsWith('sample') ? 'pixels' : 'samples';
  const hasSamples = scenario.draws.some(({ samples }) => samples > 1);
  const otherCycles = hasSamples ? countCycles(program, withOverlapUnit(scenario, by)) : undefined;
  return {
    ...{ variant, scene, waves, cycles },
    ...(unorderedCycles === undefined ? {} : { cyclesWithout: unorderedCycles }),
    ...(otherCycles === undefined ? {} : { otherwise: { by, cycles: otherCycles } }),
  };
}

/** Returns the total cycles of all waves in a scene, or undefined if any wave does not finish. */
function countCycles({ decoded, report }: ExaminedProgram, scenario: Scenario): number | undefined {
  const clock = new SectionClock(decoded, report.region);
  const completed = runWithoutChecks(scenario, (t: Transaction) => clock.sink(t));
  return completed ? clock.total.cycles : undefined;
}
