import { chipOf, decodeCached, getInstructionSet, isDataShare } from '../../../arch/index.js';
import {
  countGroups,
  countWavesPerGroup,
  type MemoryDumped,
  type MemoryIssued,
  type MemoryObject,
  type Scenario,
} from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';
import { formatWord } from '../../evidence/basics/words.js';
import { WordHistory } from '../../evidence/findings/word-history.js';
import { defineRule, type Handlers, hasLane, mergeHandlers } from '../../kit.js';

/** Number of elements between a lane's consecutive dwords in the data of an access. */
const STRIDE = 64;
const WORD_BYTES = 4;
const UNKNOWN = -1;

/** Tracks the value that the last access left in each word of the given objects. */
class LastStores {
  private readonly objectMap: ObjectMap;
  /**
   * The words that each outstanding store writes: the byte address of each, followed by its index in the data, or by
   * `UNKNOWN` if the stream does not show the stored values.
   */
  private readonly outstanding = new NumberMap<readonly number[]>();
  private readonly lastValues = new Map<number, number | undefined>();

  constructor(private readonly objects: readonly MemoryObject[]) {
    this.objectMap = new ObjectMap(objects);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      if (t.operation === 'load' || isDataShare(t.space)) return;
      const words = this.listWords(t);
      if (words.length > 0) this.outstanding.set(t.access, words);
    },
    'memory-performed': (t) => {
      const words = this.outstanding.delete(t.access) ?? [];
      for (let i = 0; i < words.length; i += 2)
        this.lastValues.set(words[i]!, words[i + 1] === UNKNOWN ? undefined : t.data[words[i + 1]!]);
    },
  };

  /** Returns the last value of the word at an address, or undefined if it is unknown. */
  getLastValue(address: number): number | undefined {
    if (this.lastValues.has(address)) return this.lastValues.get(address);
    const object = this.objects[this.objectMap.findIndex(address)];
    return object && (object.initial[(address - object.address) / WORD_BYTES] ?? 0);
  }

  private listWords({ operation, bytes, addresses, lanesLo, lanesHi }: MemoryIssued) {
    const words: number[] = [];
    let isUnknown = operation === 'atomic';
    for (let element = 0; element < addresses.length; element++) {
      const firstByte = addresses[element]!;
      if (!hasLane(lanesLo, lanesHi, element % STRIDE) || this.objectMap.findIndex(firstByte) < 0) continue;
      if (firstByte % WORD_BYTES !== 0 || bytes % WORD_BYTES !== 0) isUnknown = true;
      const start = firstByte - (firstByte % WORD_BYTES);
      for (let address = start; address < firstByte + bytes; address += WORD_BYTES)
        words.push(address, ((address - start) / WORD_BYTES) * STRIDE + element);
    }
    return isUnknown ? words.map((value, i) => (i % 2 === 0 ? value : UNKNOWN)) : words;
  }
}

const GDS = 'GDS';

/**
 * As when run in isolation, each on its own vertices, threads and groups. A wave that disturbs another wave's
 * registers, LDS or barrier leads to a different result. Only checked if all background waves ended.
 */
export const LAUNCH_08 = defineRule({
  id: 'LAUNCH-08',
  text: 'Geometry and compute programs leave the correct results in memory and in the global data share.',
  statements: ['P-004', 'P-023', 'P-051', 'P-053', 'P-068', 'P-121', 'P-127', 'P-131', 'P-140', 'P-129'],
  reads: () => ['background-formed'],
  unarmedReason: 'only pixel waves ran',
  skips: { accesses: 'to LDS and GDS: ORD-03 compares what their readers store; loads: they write nothing' },
  create(ledgers, judge) {
    const { scenario, backgroundReference, historyAddress } = ledgers;
    const { background, memory } = scenario;
    if (background === undefined) return {};
    const comparedNames = [...background.outputs, ...(onlyBackgroundUsesGds(scenario) ? [GDS] : [])];
    /** The dumps of the objects and of GDS. */
    const dumps = new Map<string, Pick<MemoryDumped, 'cycle' | 'words'>>();
    const running = new Set<number>();
    let endedCount = 0;

    const stores = new LastStores(memory.filter(({ name }) => background.outputs.includes(name)));
    const history = historyAddress === undefined ? undefined : new WordHistory(ledgers, historyAddress);

    const compare = (name: string, base: number, expected: Int32Array): void => {
      const { cycle, words } = dumps.get(name)!;
      for (let word = 0; word < words.length; word++) {
        if (!judge.finds(words[word] !== expected[word])) continue;
        const address = base + 4 * word;
        const description = `Word ${word} of ${name} (address 0x${address.toString(16)})`;
        const stored = name === GDS ? undefined : stores.getLastValue(address);
        const { unit, allowed, observed, hint } = describe(
          description,
          expected[word]!,
          words[word]!,
          stored,
        );
        const steps = name !== GDS && history?.address === address ? history.getSteps(words[word]!) : [];
        judge.report({ cycle, unit, place: name === GDS ? {} : { address }, allowed, observed, steps, hint });
      }
    };

    return {
      ...mergeHandlers([
        stores.on,
        history?.on,
        {
          'background-formed': (t) => running.add(t.wave),
          'wave-ended': (t) => {
            if (running.delete(t.wave) && t.by !== 'halt') endedCount++;
          },
          'memory-dumped': (t) => {
            if (background.outputs.includes(t.object))
              dumps.set(t.object, { cycle: t.cycle, words: t.words.slice() });
          },
          'gds-dumped': (t) => dumps.set(GDS, { cycle: t.cycle, words: t.words.slice() }),
        },
      ]),
      finish: () => {
        const waveCount = background.works.reduce(
          (sum, work) => sum + countGroups(work, scenario.wave) * countWavesPerGroup(work, scenario.wave),
          0,
        );
        const missingName = comparedNames.find((name) => !dumps.has(name));
        const missingWaveEnds = endedCount < waveCount ? 'the end of every background wave' : undefined;
        if (judge.lacks(missingWaveEnds ?? (missingName && `the final contents of ${missingName}`))) return;
        const reference = backgroundReference.run();
        if (reference.kind === 'unknown') {
          judge.lacks(reference.reason);
          return;
        }
        for (const [index, object] of memory.entries())
          if (background.outputs.includes(object.name))
            compare(object.name, object.address, reference.words[index]);
        if (comparedNames.includes(GDS)) compare(GDS, 0, reference.global);
      },
    };
  },
});

function onlyBackgroundUsesGds({ chip, wave, background, programs }: Scenario): boolean {
  const usesGds = ({ words }: { readonly words: readonly number[] }): boolean =>
    decodeCached(words, getInstructionSet(chipOf(chip)), wave).instructions.some(
      ({ memory }) => memory?.space === 'gds',
    );
  return background?.works.some(usesGds) === true && !programs.some(usesGds);
}

/**
 * Describes a word with a wrong value. `stored` is the value written by the last access, or undefined if it can't be
 * determined from the stream.
 */
function describe(description: string, expected: number, observed: number, stored: number | undefined) {
  const isClobbered = stored !== undefined && stored !== observed;
  return {
    unit: isClobbered ? ('memory' as const) : ('spi' as const),
    allowed: `${description} should end up as ${formatWord(expected)}.`,
    observed: isClobbered
      ? `Its final value is ${formatWord(observed)}, but the last access wrote ${formatWord(stored)}.`
      : `Its final value is ${formatWord(observed)}.`,
    hint: isClobbered
      ? 'Look for stores to neighbouring words that write more than their own bytes, and for stores that never reach memory.'
      : 'Check the initial registers of background waves, their barriers, and anything that shares their registers or LDS.',
  };
}
