import { DefaultMap, type Handlers, type Ledgers, type WaveRecord } from '../../kit.js';

const NO_WAVE = -1;

/** Finds the order in which waves ran their sections at shared units, based on their ordered accesses. */
export class SectionOrder {
  /** Formation order of the last wave that accessed each unit. */
  private readonly lastOrders: Int32Array;
  /** The waves that preceded each wave at any unit, all identified by their formation order. */
  private readonly predecessors = new DefaultMap<number, Set<number>>(() => new Set());

  constructor(private readonly ledgers: Ledgers) {
    this.lastOrders = new Int32Array(ledgers.grid.unitCount).fill(NO_WAVE);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access === undefined) return;
      const { order } = access.wave;
      for (let i = 0; i < access.unitCount; i++) {
        const last = this.lastOrders[access.units[i]];
        if (last === order) continue;
        this.lastOrders[access.units[i]] = order;
        if (last !== NO_WAVE) this.predecessors.getOrCreate(order).add(last);
      }
    },
  };

  /**
   * Returns all waves in an order consistent with the order at every unit, falling back to formation order where
   * there is a choice. Returns undefined if no such order exists because sections were interleaved.
   */
  getSerialOrder(): readonly WaveRecord[] | undefined {
    const { formed } = this.ledgers.waves;
    const state = new Uint8Array(formed.length);
    const serial: WaveRecord[] = [];
    for (const { order } of formed.kept) if (!this.placeWave(order, state, serial)) return undefined;
    return serial;
  }

  /** Places a wave after its predecessors. Returns false if they form a cycle. */
  private placeWave(first: number, state: Uint8Array, serial: WaveRecord[]): boolean {
    const path = [first];
    while (path.length > 0) {
      const order = path[path.length - 1];
      if (state[order] !== PLACED) {
        state[order] = ON_PATH;
        const unplaced = [...(this.predecessors.get(order) ?? [])].filter((other) => state[other] !== PLACED);
        if (unplaced.some((other) => state[other] === ON_PATH)) return false;
        if (unplaced.length > 0) {
          path.push(unplaced[0]);
          continue;
        }
        state[order] = PLACED;
        serial.push(this.ledgers.waves.get(order));
      }
      path.pop();
    }
    return true;
  }
}

const ON_PATH = 1;
const PLACED = 2;
