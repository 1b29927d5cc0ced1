import type { ExpectedContent, MemoryDumped, MemoryObject } from '../../../transactions/index.js';
import { formatWords } from '../../evidence/basics/words.js';
import {
  compareLists,
  compareWords,
  type Difference,
  type ObjectComparison,
} from '../../evidence/reference/compare.js';
import type { TouchMap } from '../../evidence/reference/touch-map.js';
import type { Finding, Handlers, Judge, Ledgers } from '../../kit.js';

/** A word or a group of words whose final contents differ from what the scenario expects. */
interface UnexpectedContent {
  readonly object: MemoryObject;
  /** Index of the first word. */
  readonly word: number;
  readonly expected: readonly number[];
  readonly observed: readonly number[];
}

/**
 * Returns every word or group of words in an object whose final contents differ from `expected`. The words in a
 * group may be in any order.
 */
function findUnexpected(
  object: MemoryObject,
  { words, groupWords = 1 }: ExpectedContent,
  observed: Int32Array,
): UnexpectedContent[] {
  const unexpected: UnexpectedContent[] = [];
  for (let word = 0; word < words.length; word += groupWords) {
    const expected = words.slice(word, word + groupWords);
    const found = Array.from(observed.subarray(word, word + expected.length));
    if (!haveSameWords(expected, found)) unexpected.push({ object, word, expected, observed: found });
  }
  return unexpected;
}

function haveSameWords(expected: readonly number[], observed: readonly number[]): boolean {
  const sort = (words: readonly number[]): number[] => words.map((word) => word >>> 0).sort((a, b) => a - b);
  const [expectedWords, observedWords] = [sort(expected), sort(observed)];
  return expectedWords.every((word, i) => word === observedWords[i]);
}

function describeUnexpected(cycle: number, content: UnexpectedContent): Finding {
  const { object, word, expected, observed } = content;
  const isWord = expected.length === 1;
  const location = isWord ? `word ${word}` : `words ${word} to ${word + expected.length - 1}`;
  return {
    cycle,
    unit: 'memory',
    place: {},
    allowed: `The scenario expects ${location} of ${object.name} (address 0x${(object.address + 4 * word).toString(16)}) to be ${formatWords(expected)}${isWord ? '' : ', in any order'}.`,
    observed: `${isWord ? 'Its final value is' : 'Their final values are'} ${formatWords(observed)}.`,
    steps: [],
    hint: 'If the reference agrees with the observed value, suspect the program or the scenario first: these expected contents come from the scenario, not from the reference.',
  };
}

interface ComparedDump extends ObjectComparison {
  readonly cycle: number;
}

/** The final memory of a run, taken from its dumps, for comparison with a reference. */
export class FinalMemory {
  private readonly dumps = new Map<string, Pick<MemoryDumped, 'cycle' | 'words'>>();
  /**
   * Whether the device went idle with work outstanding. HANG-01 reports it, and its effect on memory is unpredictable.
   */
  private hasPendingWork = false;

  /** `isSelected` returns whether an object should be compared. */
  constructor(
    private readonly ledgers: Ledgers,
    private readonly isSelected: (object: MemoryObject) => boolean,
  ) {}

  readonly on: Handlers = {
    'memory-dumped': (t) => {
      if (!this.isNeeded(t.object)) return;
      const words = this.ledgers.memory.take(t.words.length);
      words.set(t.words);
      this.dumps.set(t.object, { cycle: t.cycle, words });
    },
    quiesced: (t) => {
      this.hasPendingWork = t.waiting.length > 0;
    },
  };

  /** The input that is still needed for a comparison, or undefined if nothing is missing. */
  get missingInput(): string | undefined {
    const { reference, scenario } = this.ledgers;
    if (reference.missingInput !== undefined) return reference.missingInput;
    for (const { name, bytes } of scenario.memory) {
      if (!this.isNeeded(name)) continue;
      const dump = this.dumps.get(name);
      if (dump === undefined) return `memory-dumped for ${name}`;
      const wordCount = Math.ceil(bytes / 4);
      if (dump.words.length < wordCount)
        return `a complete memory dump of ${name}: only ${dump.words.length} of ${wordCount} words were dumped`;
    }
    return undefined;
  }

  /** Compares each object with a reference. Differences already covered by a VIS warning are counted as uncompared. */
  compare(reference: readonly Int32Array[], touches: TouchMap): readonly ComparedDump[] {
    const outcomes: ComparedDump[] = [];
    for (const [index, object] of this.ledgers.scenario.memory.entries()) {
      const dump = this.dumps.get(object.name);
      if (dump === undefined || !this.isCompared(object)) continue;
      const comparison = this.compareObject(object, index, reference, touches);
      const differences = comparison.differences.filter(
        ({ address, owner }) => !this.ledgers.visibility.exempts(address, owner),
      );
      const uncompared = comparison.uncompared + comparison.differences.length - differences.length;
      outcomes.push({ cycle: dump.cycle, ...comparison, uncompared, differences });
    }
    return outcomes;
  }

  /** Compares memory with what the scenario expects. */
  compareExpected(judge: Judge): void {
    if (this.hasPendingWork) return;
    for (const object of this.ledgers.scenario.memory) {
      const dump = this.dumps.get(object.name);
      if (object.expected === undefined || dump === undefined) continue;
      judge.armed += object.expected.words.length;
      for (const content of findUnexpected(object, object.expected, dump.words))
        if (judge.fires()) judge.report(describeUnexpected(dump.cycle, content));
    }
  }

  private isCompared(object: MemoryObject): boolean {
    const isBackground = this.ledgers.scenario.background?.outputs.includes(object.name) === true;
    return object.compare.kind !== 'ignore' && !isBackground && this.isSelected(object);
  }

  /** Whether an object is compared, has expected contents, or holds the nodes of compared lists. */
  private isNeeded(name: string): boolean {
    return this.ledgers.scenario.memory.some(
      (object) =>
        (object.name === name && object.expected !== undefined) ||
        (this.isCompared(object) &&
          (object.name === name ||
            (object.compare.kind === 'per-pixel-list' && object.compare.nodes === name))),
    );
  }

  private compareObject(
    object: MemoryObject,
    index: number,
    reference: readonly Int32Array[],
    touches: TouchMap,
  ): ObjectComparison {
    const { compare, name } = object;
    const observed = this.dumps.get(name)!.words;
    if (compare.kind !== 'per-pixel-list')
      return compareWords(object, index, observed, reference[index], touches);
    const nodesIndex = this.ledgers.scenario.memory.findIndex(
      (candidate) => candidate.name === compare.nodes,
    );
    return compareLists(
      object,
      compare,
      { heads: observed, nodes: this.dumps.get(compare.nodes)!.words },
      { heads: reference[index], nodes: reference[nodesIndex] },
    );
  }
}

/** Adds the comparison counts to the judge and reports the differences. */
export function reportComparison(
  judge: Judge,
  outcomes: readonly ComparedDump[],
  describe: (cycle: number, difference: Difference) => Finding,
): void {
  for (const { cycle, compared, written, uncompared, differences } of outcomes) {
    judge.armed += compared;
    judge.compared += written;
    judge.uncompared += uncompared;
    for (const difference of differences) if (judge.fires()) judge.report(describe(cycle, difference));
  }
}
