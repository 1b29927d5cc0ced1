import { KNOBS, setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { AccessRecord } from './access-record.js';

const ACTION = { TRAP: setting('xnackAction', 'trap'), HALT: setting('xnackAction', 'halt') } as const;

const ACTION_NAMES = KNOBS.xnackAction.choices;

const PERCENT = 100;

/**
 * Translates addresses before every access. Whether a translation fails is up to the schedule. On failure, the access
 * is replayed (possibly after holding the wave while a trap handler runs), or, if there is no handler, the wave halts
 * (P-146 to P-149).
 */
export class Translation {
  constructor(private readonly context: DeviceContext) {}

  /** Translates an access and returns the delay in cycles if the translation fails, or 0. */
  translate(record: AccessRecord): number {
    record.replayed = false;
    record.holdCycles = 0;
    const { freedoms, choices } = this.context;
    const { xnackRate, xnackAction, xnackLatency } = freedoms;
    if (xnackRate === 0 || choices.choose(CHOICE.XNACK, PERCENT) >= xnackRate) return 0;
    record.replayed = true;
    const delay = this.context.latency(CHOICE.XNACK_LATENCY, xnackLatency);
    assert(delay >= 0, 'a failure delay is not negative');
    if (xnackAction === ACTION.TRAP) record.holdCycles = delay;
    if (xnackAction === ACTION.HALT) record.fault = 'a translation failed and there is no trap handler';
    const { sink, now } = this.context;
    const { waveNumber: wave, access } = record;
    const { pc } = record.instruction;
    const action = ACTION_NAMES[xnackAction];
    if (sink) sink({ kind: 'translation-failed', cycle: now, wave, pc, access, action });
    return delay;
  }
}
