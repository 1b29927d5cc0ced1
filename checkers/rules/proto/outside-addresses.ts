import type { DecodedProgram } from '../../../arch/index.js';
import { examineDraw } from '../../evidence/static/cache.js';
import type { Handlers, Ledgers, WaveRecord } from '../../kit.js';
import { DefaultMap, NEVER } from '../../kit.js';
import { OutsideAccesses } from './outside-accesses.js';

/** Records the accesses outside sections by the instructions that the static pass flagged. */
export class OutsideAddresses {
  /** The accesses, keyed by program and then by instruction index. */
  private readonly accesses = new DefaultMap<DecodedProgram, Map<number, OutsideAccesses>>(() => new Map());

  constructor(private readonly ledgers: Ledgers) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access?.instruction === undefined || !access.wave.facts.interlocked) return;
      const { wave, operation } = access;
      const { index } = access.instruction;
      const { outsideAccesses, section } = examineDraw(wave.facts);
      if (outsideAccesses.every((candidate) => candidate.index !== index)) return;
      if (section.accesses.has(index) && isInSection(this.ledgers, wave)) return;
      const byInstruction = this.accesses.getOrCreate(wave.facts.decoded);
      const traits = { writes: operation !== 'load', isAtomic: operation === 'atomic' };
      const accesses =
        byInstruction.get(index) ??
        new OutsideAccesses({ ...traits, inSection: false, isExempt: false }, t.bytes, this.ledgers.grid);
      byInstruction.set(index, accesses);
      accesses.issue(wave, t);
    },
    'memory-performed': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access?.instruction === undefined) return;
      const { wave, instruction } = access;
      this.accesses.get(wave.facts.decoded)?.get(instruction.index)?.perform(wave, t);
    },
  };

  /**
   * Whether an instruction accessed ordered memory outside sections, or stored there what overlapping waves overwrite;
   * undefined if it made no access outside.
   */
  accessesOrderedMemory(program: DecodedProgram, index: number): boolean | undefined {
    const accesses = this.accesses.get(program)?.get(index);
    if (accesses === undefined || accesses.addresses.size === 0) return undefined;
    const { traits, bytes, addresses, dependOnOrder } = accesses;
    const { ordered } = this.ledgers;
    return dependOnOrder || [...addresses].some((address) => ordered.touchesOrdered(address, bytes, traits));
  }
}

function isInSection({ entries }: Ledgers, wave: WaveRecord): boolean {
  return wave.exitCount === 0 && (entries.mayEnter(wave) || wave.polledCycle !== NEVER);
}
