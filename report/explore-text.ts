import { type Explored, type ExploreFinding, WAVES_COMPARED } from '../regression/index.js';
import type { Scenario } from '../transactions/index.js';
import { counted } from './counted.js';

/** What `explore` prints: findings first, then how far the search came and what it leaves open. */
export function exploreText(scene: Scenario, explored: Explored, repros: readonly string[]): string {
  const { findings, complete, bounded, runs, ends, states, reductions, seconds, pinned, leftOut } = explored;
  const end = complete ? 'complete' : `bounded: ${bounded.join('; ')}`;
  return [
    ...findings.flatMap((finding, index) => findingLines(finding, repros[index]!)),
    `${scene.name} on ${scene.chip}, ${counted(scene.draws[0]!.depths.length, 'wave')}, one packer: ${end}`,
    `search    ${counted(runs, 'run')}, ${ends} to the end; ${counted(states, 'state')} with a choice; ${counted(reductions, 'step')} reduced; ${seconds.toFixed(1)} s`,
    `compared  with the search of every order, in scenes of up to ${WAVES_COMPARED} waves`,
    `findings  ${findings.length === 0 ? 'none' : findings.length}`,
    `memory    ${counted(explored.memories.length, 'final content')}`,
    explored.histories
      ? 'judged    every past of each state'
      : 'judged    one past of each state: a rule that looks back further than the state may miss what another past shows (--histories judges all)',
    'times     none: events come in any order, so a finding may need latencies outside the ranges of the knobs',
    `pinned    formation timeouts never come; ${pinned.length === 0 ? 'no other choice' : pinned.join(', ')}`,
    `left out  rules that compare cycles: ${leftOut.join(', ')}`,
  ].join('\n');
}

function findingLines({ signature, violation, schedule }: ExploreFinding, repro: string): string[] {
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : [violation.observed]),
    ...schedule.map((sentence, index) => `${String(index + 1).padStart(4)}. ${sentence}`),
    repro,
    '',
  ];
}

/** The document of `explore --json`. */
export function exploreDocument(explored: Explored, repros: readonly string[]) {
  const { runs, states, complete, findings, memories, ...rest } = explored;
  return {
    schedules: runs,
    states,
    complete,
    violations: findings.map(({ signature, violation, schedule }, index) => ({
      signature,
      rule: violation?.rule ?? null,
      message: violation?.observed ?? null,
      schedule,
      repro: repros[index]!,
    })),
    ...rest,
    memories: memories.length,
  };
}
