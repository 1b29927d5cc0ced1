import { chipOf, decodeCached, getInstructionSet, isDataShare } from '../../../arch/index.js';
import {
  countGroups,
  countWavesPerGroup,
  type MemoryDumped,
  type MemoryIssued,
  type MemoryObject,
  type Scenario,
} from '../../../transactions/index.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';
import { formatWord } from '../../evidence/basics/words.js';
import { WordHistory } from '../../evidence/findings/word-history.js';
import { defineRule, type Handlers, hasLane, mergeHandlers } from '../../kit.js';

/** Number of elements between a lane's consecutive dwords in the data of an access. */
const STRIDE = 64;
const WORD_BYTES = 4;

interface OutstandingStore {
  /** The byte address of each word that it writes. */
  readonly addresses: readonly number[];
  /** The index of each of these words in the data. */
  readonly elements: readonly number[];
  /** Whether the stored values are unknown because the stream does not show them. */
  readonly isUnknown: boolean;
}

/** Tracks the value that the last access left in each word of the given objects. */
class LastStores {
  private readonly objectMap: ObjectMap;
  private readonly outstanding = new Map<number, OutstandingStore>();
  private readonly lastValues = new Map<number, number | undefined>();

  constructor(private readonly objects: readonly MemoryObject[]) {
    this.objectMap = new ObjectMap(objects);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      if (t.operation === 'load' || isDataShare(t.space)) return;
      const store = this.createStore(t);
      if (store !== undefined) this.outstanding.set(t.access, store);
    },
    'memory-performed': (t) => {
      const store = this.outstanding.get(t.access);
      if (store === undefined) return;
      const { addresses, elements, isUnknown } = store;
      for (let i = 0; i < addresses.length; i++)
        this.lastValues.set(addresses[i]!, isUnknown ? undefined : t.data[elements[i]!]);
    },
  };

  /** Returns the last value of the word at an address, or undefined if it is unknown. */
  getLastValue(address: number): number | undefined {
    if (this.lastValues.has(address)) return this.lastValues.get(address);
    const object = this.objects[this.objectMap.findIndex(address)];
    return object && (object.initial[(address - object.address) / WORD_BYTES] ?? 0);
  }

  private createStore({
    operation,
    bytes,
    addresses,
    lanesLo,
    lanesHi,
  }: MemoryIssued): OutstandingStore | undefined {
    const wordAddresses: number[] = [];
    const elements: number[] = [];
    let isUnknown = operation === 'atomic';
    for (let element = 0; element < addresses.length; element++) {
      const firstByte = addresses[element]!;
      if (!hasLane(lanesLo, lanesHi, element % STRIDE) || this.objectMap.findIndex(firstByte) < 0) continue;
      if (firstByte % WORD_BYTES !== 0 || bytes % WORD_BYTES !== 0) isUnknown = true;
      const start = firstByte - (firstByte % WORD_BYTES);
      for (let address = start; address < firstByte + bytes; address += WORD_BYTES) {
        wordAddresses.push(address);
        elements.push(((address - start) / WORD_BYTES) * STRIDE + element);
      }
    }
    return wordAddresses.length === 0 ? undefined : { addresses: wordAddresses, elements, isUnknown };
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
        judge.armed++;
        if (words[word] === expected[word]) continue;
        const address = base + 4 * word;
        const description = `Word ${word} of ${name} (address 0x${address.toString(16)})`;
        const wrongWord = { description, cycle, expected: expected[word]!, observed: words[word]! };
        if (judge.fires())
          judge.report(
            name === GDS
              ? describe(wrongWord)
              : {
                  ...describe(wrongWord, stores.getLastValue(address)),
                  ...getPlaceAndSteps(history, address, words[word]!),
                },
          );
      }
    };

    return {
      ...mergeHandlers([
        stores.on,
        ...(history === undefined ? [] : [history.on]),
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

interface WrongWord {
  readonly description: string;
  readonly cycle: number;
  readonly expected: number;
  readonly observed: number;
}

/** Returns a word's location and, if the word is being followed, its history. */
function getPlaceAndSteps(history: WordHistory | undefined, address: number, observed: number) {
  const steps = history?.address === address ? history.getSteps(observed) : [];
  return { place: { address }, steps };
}

/**
 * Describes a word with a wrong value. `stored` is the value written by the last access, or undefined if it can't be
 * determined from the stream.
 */
function describe({ description, cycle, expected, observed }: WrongWord, stored?: number) {
  const isClobbered = stored !== undefined && stored !== observed;
  return {
    cycle,
    unit: isClobbered ? ('memory' as const) : ('spi' as const),
    place: {},
    allowed: `${description} should end up as ${formatWord(expected)}.`,
    observed: isClobbered
      ? `Its final value is ${formatWord(observed)}, but the last access wrote ${formatWord(stored)}.`
      : `Its final value is ${formatWord(observed)}.`,
    steps: [],
    hint: isClobbered
      ? 'Look for stores to neighbouring words that write more than their own bytes, and for stores that never reach memory.'
      : 'Check the initial registers of background waves, their barriers, and anything that shares their registers or LDS.',
  };
}
