import type { MemoryObject } from '../../transactions/index.js';
import type { Finding, Judge } from '../findings/judge.js';
import { unitName, unitPlace, waveName } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { ComparedObject, Difference } from '../reference/compare.js';
import { compareLists, compareWords } from '../reference/compare.js';
import { runReference } from '../reference/execute.js';
import { TouchMap } from '../reference/touch-map.js';
import { touchLanes } from '../reference/touching.js';
import type { RuleCheck } from '../rule.js';

/** A final image of one object and when it was dumped. */
interface Dump {
  readonly cycle: number;
  readonly words: Int32Array;
}

/**
 * Invariant: final memory equals that of the sequential reference, which executes each formed wave alone, in order
 * (S-002, S-101). Bytes are compared at every word that in both executions was touched by invocations of one pixel (or
 * common samples) only, the others are left out and counted; lists by what they hold. Judged only when every wave
 * ended, since before that nobody knows which accesses are still to come. What VIS warned of is left out, too.
 */
export function createOrd03(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, grid, scenario } = ledgers;
  const touches = new TouchMap(scenario.memory, grid.hasSamples || grid.hasCoarse);
  const dumps = new Map<string, Dump>();
  let stopped = false;
  return {
    on: {
      'memory-issued': (t) => {
        const wave = t.space === 'scalar' ? undefined : waves.find(t.wave);
        if (wave !== undefined) touchLanes(touches, grid, wave, t, t.bytes, t.operation !== 'load');
      },
      'memory-dumped': (t) => {
        if (isNeeded(scenario.memory, t.object))
          dumps.set(t.object, { cycle: t.cycle, words: t.words.slice() });
      },
      stopped: () => {
        stopped = true;
      },
    },
    finish: () => {
      const missing = obstacle(ledgers, dumps, stopped);
      if (missing !== undefined) {
        judge.missing = missing;
        return;
      }
      const reference = runReference(ledgers, touches);
      if (reference.kind === 'unknown') judge.missing = reference.why;
      else compareAll(ledgers, judge, dumps, reference.words, touches);
    },
  };
}

/** Objects that are compared, and the nodes that compared lists lie in. */
function isNeeded(memory: readonly MemoryObject[], name: string): boolean {
  return memory.some(
    ({ name: own, compare }) =>
      (own === name && compare.kind !== 'ignore') ||
      (compare.kind === 'per-pixel-list' && compare.nodes === name),
  );
}

function obstacle(
  { waves, scenario }: Ledgers,
  dumps: ReadonlyMap<string, Dump>,
  stopped: boolean,
): string | undefined {
  if (stopped || waves.ended < waves.formed.length || waves.halted > 0) return 'the end of every wave';
  const absent = scenario.memory.find(({ name }) => isNeeded(scenario.memory, name) && !dumps.has(name));
  return absent === undefined ? undefined : `memory-dumped of ${absent.name}`;
}

function compareAll(
  ledgers: Ledgers,
  judge: Judge,
  dumps: ReadonlyMap<string, Dump>,
  reference: readonly Int32Array[],
  touches: TouchMap,
): void {
  for (const [index, object] of ledgers.scenario.memory.entries()) {
    const dump = dumps.get(object.name);
    if (dump === undefined || object.compare.kind === 'ignore') continue;
    const outcome = compareObject(ledgers, object, index, dumps, reference, touches);
    judge.armed += outcome.compared;
    judge.uncompared += outcome.leftOut;
    for (const difference of outcome.differences) {
      if (ledgers.visibility.excuses(difference.address, difference.owner)) judge.uncompared++;
      else judge.violate(() => describe(ledgers, dump.cycle, difference));
    }
  }
}

function compareObject(
  { scenario }: Ledgers,
  object: MemoryObject,
  index: number,
  dumps: ReadonlyMap<string, Dump>,
  reference: readonly Int32Array[],
  touches: TouchMap,
): ComparedObject {
  const { compare, name } = object;
  const observed = dumps.get(name)!.words;
  if (compare.kind !== 'per-pixel-list')
    return compareWords(object, index, observed, reference[index], touches);
  const nodes = scenario.memory.findIndex((candidate) => candidate.name === compare.nodes);
  return compareLists(
    object,
    compare,
    { heads: observed, nodes: dumps.get(compare.nodes)!.words },
    { heads: reference[index], nodes: reference[nodes] },
  );
}

function describe(ledgers: Ledgers, cycle: number, difference: Difference): Finding {
  const { grid } = ledgers;
  const place = difference.owner;
  const known = place !== undefined && place < grid.width * grid.height;
  const pixel = known ? grid.pixelOfPlace(place) : -1;
  const unit = known ? pixel * grid.unitsPerPixel + grid.unitsPerPixel - 1 : 0;
  const where = `${difference.what} of ${difference.object} (address 0x${difference.address.toString(16)}${known ? `, touched by ${unitName(ledgers, unit)} only` : ''})`;
  return {
    cycle,
    unit: 'memory',
    place: known ? unitPlace(ledgers, unit) : {},
    allowed: `${where} ends as ${difference.expected}, which the waves give one after another in primitive order.`,
    observed: `It ends as ${difference.observed}.`,
    steps: known ? touchersOf(ledgers, place) : [],
    hint: 'Look at the ordering and race violations before this one; alone, it speaks of lost or doubled accesses, stale data, or the program meaning something else than the reference.',
  };
}

/** Waves that hold something of a place in formation order, as steps. */
function touchersOf({ waves, grid }: Ledgers, place: number): string[] {
  const covering = (wave: WaveRecord): number =>
    wave.lanePixels.findIndex((pixel) => pixel >= 0 && grid.placeOf(pixel) === place);
  return waves.formed
    .filter((wave) => covering(wave) >= 0)
    .map(
      (wave) =>
        `${waveName(wave)} runs primitive ${wave.primitiveOf(covering(wave) >> 2)} there, in lane ${covering(wave)}`,
    );
}
