import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { GATE_FAULTS, type GateBoundary } from './export-faults.js';

/**
 * The gate to the ordered section on GFX11. A wave is export-ready once space has been granted and the waves that it
 * overlaps have exited (S-054, U15).
 */
export class ExportGate {
  constructor(private readonly context: DeviceContext) {
    context.inject<GateBoundary>(this, GATE_FAULTS);
  }

  /** Called when one of the two conditions becomes true. Once both hold, schedules the wave's `EXPORT_READY` event. */
  check(wave: Wave): void {
    const { context } = this;
    if (!context.facts.exitsByExport || wave.exports.readyScheduled) return;
    if (!this.opens(wave)) return;
    assert(!wave.exports.ready, 'the flag is sent only once');
    assert(wave.group === undefined, 'the gate admits only pixel waves');
    wave.exports.readyScheduled = true;
    const delay = context.latency(CHOICE.EXPORT_READY_LATENCY, context.freedoms.exportReadyLatency);
    context.wheel.schedule(delay, makeEvent(UNIT.EXPORT_READY, wave.index));
  }

  /** Whether the gate is open for a wave: it has space, and the waves that it overlaps have exited. */
  opens({ exports, overlap }: Wave): boolean {
    return exports.hasSpace && overlap.pending === 0;
  }
}
