import type { Place, Quiesced, Waiting } from '../../../transactions/index.js';
import { getEntryWait, getWaitHint, getWaitHistory } from '../../evidence/findings/wait-history.js';
import type { Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatCount, formatWave, locateWave, NEVER } from '../../kit.js';
import { findLoopPc, hasOnlyHelpers } from './endless-loop.js';
import type { WaitEdge } from './wait-graph.js';
import { describeBackgroundWait, describeWaiters, getPackerEdge, getWaveEdge } from './wait-graph.js';

/**
 * Otherwise, the wait-for graph, built from the ledgers, has a cycle or an edge to an event that never happens; the
 * message traces the graph starting at the first waiter. Draws are checked if the stream reports any, or if it
 * contains a final memory dump but no waves, which means that no work was done at all.
 */
export const HANG_01 = defineRule({
  id: 'HANG-01',
  text: 'When the device goes idle, no work is outstanding.',
  statements: [
    'S-006',
    'S-009',
    'S-022',
    'S-023',
    'S-042',
    'S-051',
    'S-052',
    'S-053',
    'S-057',
    'S-079',
    'P-005',
    'P-019',
    'P-138',
    'P-142',
    'P-143',
    'P-012',
  ],
  needs: ['wave-formed', 'wave-ended', 'quiesced'],
  definiteNeeds: ['wave-formed', 'wave-ended', 'quiesced'],
  reads: () => ['draw-end'],
  create(ledgers, judge) {
    let reportsDraws = false;
    let hasMemory = false;
    let countsExits = false;
    let quiesced: Quiesced | undefined;
    const endedDraws = new Set<number>();
    return {
      'draw-begin': () => {
        reportsDraws = true;
      },
      'draw-end': (t) => endedDraws.add(t.draw),
      'section-exit': () => {
        countsExits = true;
      },
      quiesced: (t) => {
        judge.armed++;
        const { kept } = ledgers.waves.formed;
        const lostWave =
          kept.find((wave) => wave.endedCycle === NEVER) ??
          (countsExits && t.waiting.length === 0
            ? kept.find((wave) => wave.exitCount > 0 && wave.countedExits === 0)
            : undefined);
        if (t.waiting.length > 0 || lostWave !== undefined)
          judge.violateDefinitely(describeHang, ledgers, t, lostWave);
        else quiesced = t;
      },
      'memory-dumped': () => {
        hasMemory = true;
      },
      finish: () => {
        const canCheckDraws = reportsDraws || (hasMemory && ledgers.waves.formed.length === 0);
        if (quiesced === undefined || !canCheckDraws) return;
        const { cycle } = quiesced;
        const draw = ledgers.draws.find(({ index }) => !endedDraws.has(index))?.index;
        if (draw !== undefined && judge.fires())
          judge.report({
            cycle,
            unit: 'sc',
            place: { draw },
            allowed: 'An idle device has no work left.',
            observed: `Draw ${draw} was never fully scanned.`,
            hint: 'Check what should wake the scan converter, and what it was last waiting for.',
          });
      },
    };
  },
});

function describeHang(ledgers: Ledgers, { cycle, waiting }: Quiesced, lostWave: WaveRecord | undefined) {
  const first = waiting.find(({ cause }) => cause.on === 'loop') ?? waiting[0];
  const walk = walkGraph(ledgers, waiting, first, lostWave);
  const lost = lostWave?.endedCycle === NEVER ? 'a wave has not ended' : 'an exit has not been counted';
  const waiters =
    waiting.length === 0
      ? `${lost}, yet nothing is waiting for it`
      : `${describeWaiters(waiting)} ${waiting.length === 1 ? 'is' : 'are'} waiting`;
  return {
    cycle,
    unit: findCulprit(walk),
    place: locateStart(ledgers, first, walk),
    allowed: 'An idle device has no work left.',
    observed: `Nothing can make progress, and ${waiters}: ${walk.end}.`,
    steps: [...walk.steps, ...(walk.overdue === undefined ? [] : getWaitHistory(ledgers, walk.overdue))],
    hint: getHint(ledgers, walk),
  };
}

/** A walk through the wait-for graph. */
type Walk = ReturnType<typeof walkGraph>;

function getHint(ledgers: Ledgers, { isCyclic, loop, overdue, last }: Walk): string {
  const waitHint = overdue && getWaitHint(getEntryWait(ledgers, overdue), overdue.wokenBy);
  if (waitHint !== undefined) return waitHint;
  if (loop !== undefined && last !== undefined && hasOnlyHelpers(last.facts.decoded, loop, last))
    return 'Let only lanes that the primitive covers loop: leave if gl_HelperInvocation, or take EXEC from before s_wqm.';
  if (loop !== undefined)
    return "Check the register that the loop's branch tests, and what should change it.";
  return isCyclic
    ? 'Each party in the cycle holds what the previous one needs: find out which one should have waited.'
    : 'Find out why the event in the last step never happens.';
}

function walkGraph(
  ledgers: Ledgers,
  waiting: readonly Waiting[],
  first: Waiting | undefined,
  lostWave: WaveRecord | undefined,
) {
  const reportsByWave = new Map(
    waiting.filter((party) => party.unit === 'wave').map((party) => [party.index, party]),
  );
  const steps: string[] = [];
  const visited = new Set<WaveRecord>();
  let wave: WaveRecord | undefined = lostWave;
  let last: WaveRecord | undefined;
  let edge: WaitEdge = { reason: 'the trace does not say what it waits for' };
  if (first?.unit === 'packer') {
    edge = getPackerEdge(ledgers, first.index, first.cause);
    steps.push(`packer ${first.index} ${edge.reason}`);
    wave = edge.next;
  } else if (first !== undefined) {
    wave = ledgers.waves.find(first.index) ?? lostWave;
    if (wave === undefined) edge = { reason: describeBackgroundWait(ledgers, first) };
  }
  while (wave !== undefined && !visited.has(wave)) {
    visited.add(wave);
    last = wave;
    edge = getWaveEdge(ledgers, wave, reportsByWave.get(wave.wave));
    steps.push(`${formatWave(wave)} ${edge.reason}`);
    wave = edge.next;
  }
  let end = last === undefined ? edge.reason : `${formatWave(last)} ${edge.reason}`;
  if (wave !== undefined) {
    steps.push(`which is ${formatWave(wave)} again, closing the cycle`);
    end = `${formatWave(wave)} waits for itself via a chain of ${formatCount(visited.size, 'wait', 'waits')}`;
  }
  return {
    steps,
    /** How the walk ends, as a clause. */
    end,
    isCyclic: wave !== undefined,
    last,
    loop: edge.loop,
    /** The wave whose wait for the exiting id should have ended. */
    overdue: edge.isOverdue ? last : undefined,
  };
}

/**
 * Returns the program if a wave is stuck in a loop or ended without sending its exit, and otherwise the unit that lets
 * waves proceed.
 */
function findCulprit(walk: Walk): string {
  if (walk.loop !== undefined) return 'program';
  return walk.last !== undefined && walk.last.endedCycle !== NEVER && walk.last.exitCount === 0
    ? 'program'
    : 'spi';
}

function locateStart(ledgers: Ledgers, first: Waiting | undefined, walk: Walk): Place {
  const wave = first?.unit === 'wave' ? ledgers.waves.find(first.index) : undefined;
  if (wave === undefined) return walk.last === undefined ? {} : locateWave(ledgers, walk.last);
  const pc = first?.cause.on === 'loop' ? findLoopPc(wave.facts.decoded, first.cause) : first?.pc;
  const place = locateWave(ledgers, wave, pc);
  return walk.last === undefined || walk.last === wave ? place : { ...place, otherWave: walk.last.wave };
}
