import type { DecodedProgram } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import type { AccessTraits } from '../../evidence/ledger/ordered-memory.js';
import { examineDraw } from '../../evidence/static/cache.js';
import type { StaticReport } from '../../evidence/static/report.js';
import type { AccessRecord, Handlers, Ledgers, WaveRecord } from '../../kit.js';
import { getOrCreate, NEVER } from '../../kit.js';

/** The addresses at which an instruction accessed memory outside sections. */
interface AccessedAddresses {
  readonly traits: AccessTraits;
  /** Number of bytes accessed at each address. */
  readonly bytes: number;
  readonly addresses: Set<number>;
}

/** Records the addresses accessed outside sections by the instructions that the static pass flagged. */
export class OutsideAddresses {
  /** The addresses, keyed by program and then by instruction index. */
  private readonly outsideAddresses = new Map<DecodedProgram, Map<number, AccessedAddresses>>();

  constructor(private readonly ledgers: Ledgers) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access?.instruction === undefined || !access.wave.facts.interlocked) return;
      const { facts } = access.wave;
      const { index } = access.instruction;
      const { outsideAccesses, section } = examineDraw(facts);
      if (outsideAccesses.every((candidate) => candidate.index !== index)) return;
      if (section.accesses.has(index) && isInSection(this.ledgers, access.wave)) return;
      this.recordAddresses(facts.decoded, index, access, t);
    },
  };

  /**
   * Whether an instruction accessed ordered memory outside sections; undefined if it made no access outside. If no
   * section accesses memory, words that are both loaded and stored should have been ordered.
   */
  accessesOrderedMemory({ program, section }: StaticReport, index: number): boolean | undefined {
    const byInstruction = this.outsideAddresses.get(program);
    const outsideAddresses = byInstruction?.get(index);
    const isEmpty = section.accesses.size === 0;
    if (byInstruction === undefined || outsideAddresses === undefined) return isEmpty ? false : undefined;
    const { traits, bytes, addresses } = outsideAddresses;
    if (isEmpty) {
      const loads = [...byInstruction.values()].filter((other) => !other.traits.writes);
      return traits.writes && loads.some((load) => [...addresses].some((word) => load.addresses.has(word)));
    }
    return [...addresses].some((address) => this.ledgers.ordered.touchesOrdered(address, bytes, traits));
  }

  private recordAddresses(
    decoded: DecodedProgram,
    index: number,
    { wave, operation }: AccessRecord,
    t: MemoryIssued,
  ) {
    const traits = { writes: operation !== 'load', isAtomic: operation === 'atomic' };
    for (const [, address] of iterateCoveredAddresses(wave, t)) {
      const byInstruction = getOrCreate(this.outsideAddresses, decoded, () => new Map());
      const instructionAddresses = getOrCreate(byInstruction, index, () => ({
        traits: { ...traits, inSection: false, isExempt: false },
        bytes: t.bytes,
        addresses: new Set(),
      }));
      instructionAddresses.addresses.add(address);
    }
  }
}

function isInSection({ entries }: Ledgers, wave: WaveRecord): boolean {
  return wave.exitCount === 0 && (entries.mayEnter(wave) || wave.polledCycle !== NEVER);
}
