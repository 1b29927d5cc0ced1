import type { Instruction } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';
import { listAddresses } from '../../evidence/ledger/lane-addresses.js';
import { getUpdate, UPDATE } from '../../evidence/reference/touch-map.js';
import { examineDraw } from '../../evidence/static/cache.js';
import type { DrawFacts, Handlers, Ledgers } from '../../kit.js';
import { hasLane } from '../../kit.js';

/** A memory object that the program accesses only outside its section. */
export interface UnorderedObject {
  readonly object: number;
  /** One of the accesses to the object, preferably a write. */
  readonly access: Instruction;
  readonly draw: DrawFacts;
}

/**
 * Finds the objects that a run's program accesses only outside sections, on every path. No interlock orders these
 * accesses, so their results are not guaranteed. None are found if the scenario says explicitly what is ordered.
 */
export class UnorderedObjects {
  /** Objects by index. Undefined if the object may be accessed inside a section. */
  private readonly objectsByIndex = new Map<number, UnorderedObject | undefined>();
  private readonly map: ObjectMap;
  private readonly isActive: boolean;
  /** Addresses of words that atomics with a result access outside sections. */
  private readonly counters = new Set<number>();
  /** Addresses of words that anything else accesses. Only recorded if the program has such atomics. */
  private readonly otherWords = new Set<number>();
  private readonly hasCounters: boolean;

  constructor(private readonly ledgers: Ledgers) {
    const { draws, ordered, scenario } = ledgers;
    this.map = new ObjectMap(scenario.memory);
    const isInferred = ordered.isInferred && draws.every(({ interlocked }) => interlocked);
    this.isActive = isInferred && draws.some((draw) => examineDraw(draw).outsideOnly.size > 0);
    this.hasCounters =
      isInferred &&
      draws.some((draw) => examineDraw(draw).section.accesses.size > 0) &&
      draws.some((draw) =>
        draw.decoded.instructions.some((instruction) => isCounterAccess(draw, instruction)),
      );
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      if (t.space === 'scalar') return;
      if (this.hasCounters) this.recordWords(t);
      if (this.isActive) this.recordAccess(t);
    },
  };

  /** Returns the objects found. Must be called at the end of the stream. */
  getObjects(): readonly UnorderedObject[] {
    return [...this.objectsByIndex.values()].flatMap((object) => object ?? []);
  }

  /**
   * Returns the addresses of words that only atomics outside sections access, such as a counter that hands out nodes.
   * Their order is unknown even if a single pixel accesses them. Must be called at the end of the stream.
   */
  getCounters(): readonly number[] {
    return [...this.counters].filter((address) => !this.otherWords.has(address));
  }

  private recordWords(t: MemoryIssued): void {
    const { instruction, wave } = this.ledgers.accesses.current.at(t) ?? {};
    const isCounter = instruction !== undefined && isCounterAccess(wave!.facts, instruction);
    const words = isCounter ? this.counters : this.otherWords;
    t.addresses.forEach((address, index) => {
      if (address < 0 || !hasLane(t.lanesLo, t.lanesHi, index % MAX_LANES)) return;
      for (let word = address - (address % 4); word < address + t.bytes; word += 4) words.add(word);
    });
  }

  private recordAccess(t: MemoryIssued): void {
    const access = this.ledgers.accesses.current.at(t);
    const object = this.map.findIndex(listAddresses(t)[0] ?? -1);
    if (access === undefined || object < 0) return;
    const { instruction } = access;
    const draw = access.wave.facts;
    if (instruction === undefined || !examineDraw(draw).outsideOnly.has(instruction.index)) {
      this.objectsByIndex.set(object, undefined);
      return;
    }
    const isFirst = !this.objectsByIndex.has(object);
    const earlier = this.objectsByIndex.get(object);
    const isWrite = instruction.memory?.access !== 'load';
    if (isFirst || (earlier !== undefined && isWrite && earlier.access.memory?.access === 'load'))
      this.objectsByIndex.set(object, { object, access: instruction, draw });
  }
}

/** Whether an instruction is an atomic that commutes, has a result, and is in no path's section. */
function isCounterAccess(draw: DrawFacts, { index, memory }: Instruction): boolean {
  if (memory?.access !== 'atomic' || !memory.returns) return false;
  return getUpdate(memory.atomic, memory.bytes) < UPDATE.atomic && !examineDraw(draw).region.has(index);
}

const MAX_LANES = 64;
