import {
  type Explored,
  type ExploreFinding,
  WAVES_COMPARED,
  type WithinRanges,
} from '../regression/index.js';
import type { Scenario } from '../transactions/index.js';
import { counted } from './counted.js';

/** A finding as it is told. */
export interface ToldFinding {
  readonly finding: ExploreFinding;
  readonly within: WithinRanges;
  /** The line that replays its order. */
  readonly repro: string;
  /** The line that replays it at times within the ranges of the knobs. */
  readonly timedRepro?: string;
}

/** What `explore` prints: findings first, then how far the search came and what it leaves open. */
export function exploreText(scene: Scenario, explored: Explored, told: readonly ToldFinding[]): string {
  const { mode, findings, complete, bounded, runs, ends, states, reductions, seconds, pinned, leftOut } =
    explored;
  const sameClock = scene.schedule.strategy === 'order' && scene.schedule.together === true;
  const end = complete ? 'complete' : `bounded: ${bounded.join('; ')}`;
  return [
    ...told.flatMap(findingLines),
    `${scene.name} on ${scene.chip}, ${sizeOf(scene)}: ${end}`,
    `search    ${counted(runs, 'run')}, ${ends} to the end; ${counted(states, 'state')} with a choice; ${counted(reductions, 'step')} ${mode === 'order' ? 'reduced' : 'with events that the ranges exclude'}; ${seconds.toFixed(1)} s`,
    ...(mode === 'order'
      ? [`compared  with the search of every order only in scenes of up to ${WAVES_COMPARED} waves`]
      : []),
    `findings  ${findings.length === 0 ? 'none' : findings.length}`,
    `memory    ${counted(explored.memories.length, 'final content')}`,
    explored.histories
      ? 'judged    every past of each state'
      : 'judged    one past of each state: a rule that looks back further than the state may miss what another past shows (--histories judges all)',
    `clock     ${sameClock ? 'exits of one packer also in one cycle; all else one event a cycle' : 'one event a cycle (--same-clock lets exits of one packer arrive in one)'}`,
    mode === 'order'
      ? 'times     none: events come in any order, whatever their latencies'
      : 'times     within the ranges of the knobs; no event is late because others have its issue slot, address unit, bank or bus',
    `pinned    formation timeouts never come; ${pinned.length === 0 ? 'no other choice' : pinned.join(', ')}`,
    `left out  rules that compare cycles: ${leftOut.join(', ')}`,
  ].join('\n');
}

function sizeOf({ draws, freedoms }: Scenario): string {
  const waves = Math.ceil(draws[0]!.depths.length / freedoms.primitivesPerWave);
  return `${counted(waves, 'wave')}, ${freedoms.packers === 1 ? 'one packer' : `${freedoms.packers} packers`}`;
}

function findingLines({ finding, within, repro, timedRepro }: ToldFinding): string[] {
  const { signature, violation, schedule } = finding;
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : [violation.observed]),
    ...schedule.map((sentence, index) => `${String(index + 1).padStart(4)}. ${sentence}`),
    repro,
    ...(within.can === 'yes'
      ? ['within the ranges of the knobs: yes, at the times of', timedRepro!]
      : [
          `within the ranges of the knobs: ${within.can}; ${within.why}`,
          ...within.contradiction.map((one) => `      ${one}`),
        ]),
    '',
  ];
}

/** The document of `explore --json`. */
export function exploreDocument(explored: Explored, told: readonly ToldFinding[]) {
  const { runs, states, complete, findings: _, memories, ...rest } = explored;
  return {
    schedules: runs,
    states,
    complete,
    violations: told.map(({ finding: { signature, violation, schedule }, within, repro, timedRepro }) => ({
      signature,
      rule: violation?.rule ?? null,
      message: violation?.observed ?? null,
      schedule,
      repro,
      withinRanges:
        within.can === 'yes'
          ? { can: within.can, repro: timedRepro! }
          : { can: within.can, why: within.why, contradiction: within.contradiction },
    })),
    ...rest,
    memories: memories.length,
  };
}
