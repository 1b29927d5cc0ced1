import { because, type Equivalent } from './because.js';

/** Changes that act only where a fault is injected. */
export const FAULT_ONLY: readonly Equivalent[] = [
  ...because(
    'It decides something only where a fault is injected.',
    ['sc/packer', 'joined = 0; → joined = 1;'],
    [
      'db/overlap-tracker',
      'if (this.planes > 1 && this.outputs.separatesSamples()) → if (this.planes >= 1 && this.outputs.separatesSamples())',
    ],
    ['sq/sequencer', 'if (!goesOn && wave.polledId >= 0) → if (!goesOn || wave.polledId >= 0)'],
    [
      'wave-records',
      'if (wave.awaitsExportSpace || wave.exitsOnTheWay > 0 || readyOnTheWay) → if (wave.awaitsExportSpace || wave.exitsOnTheWay > 0 && readyOnTheWay)',
    ],
    [
      'spi/launcher',
      'const wave = queue.take(isPixel ? this.outputs.starts(queue.waiting.length) : 0); → const wave = queue.take(false ? this.outputs.starts(queue.waiting.length) : 0);',
    ],
    ['db/overlap-tracker', 'this.lastBySamples.set(this.samples, this.last); → ;'],
    [
      'sx/export-path',
      'if (!this.outputs.returns(wave.hasExportedData, wave.group !== undefined)) → if (false)',
    ],
    ['spi/export-space', 'frees = 0; → frees = 1;'],
    ['sc/packer', "if (reason === 'draw-end') → if (false)"],
    ['memory/line-snapshots', 'this.copies.delete(record); → ;'],
    ['sq/sequencer', 'if (!goesOn && wave.polledId >= 0) → if ((goesOn) && wave.polledId >= 0)'],
    [
      'sq/departures',
      'if (!this.outputs.skips((s[SCALAR.EXEC_LO] | (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0)) → if (!this.outputs.skips((s[SCALAR.EXEC_LO] | (true ? s[SCALAR.EXEC_HI] : 0)) === 0))',
    ],
    ['spi/exit-tracker', 'afterYoungest = 0; → afterYoungest = 1;'],
    [
      'spi/exit-tracker',
      'this.afterYoungest = Math.max(this.afterYoungest, wave.sequence + 1); → this.afterYoungest = Math.min(this.afterYoungest, wave.sequence + 1);',
    ],
    [
      'spi/launcher',
      'const isPixel = queue.waiting[0].group === undefined; → const isPixel = queue.waiting[0].group !== undefined;',
    ],
    ['sq/sequencer', 'if (!goesOn && wave.polledId >= 0) → if (false)'],
    ['db/overlap-tracker', 'this.last.fill(-1); → ;'],
    [
      'spi/initial-state',
      'const packerOfMode = clearsPacker ? 0 : state.hw[HWREG.MODE] & MODE_PACKER; → const packerOfMode = true ? 0 : state.hw[HWREG.MODE] & MODE_PACKER;',
    ],
    ['db/overlap-tracker', 'this.beginDraw(draw, granularity.samples); → ;'],
    [
      'memory/line-snapshots',
      'const copies = lines.map((line) => this.map.bytes.slice(line << LINE_SHIFT, (line << LINE_SHIFT) + LINE_BYTES)); → const copies = lines.map((line) => this.map.bytes.slice(line << LINE_SHIFT, (line >>> LINE_SHIFT) + LINE_BYTES));',
    ],
    ['sc/packer', 'this.closedByDraws++; → ;'],
    [
      'sq/departures',
      'if (!this.outputs.skips((s[SCALAR.EXEC_LO] | (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0)) → if (!this.outputs.skips((s[SCALAR.EXEC_LO] & (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0))',
    ],
    [
      'sq/departures',
      'if (!this.outputs.skips((s[SCALAR.EXEC_LO] | (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0)) → if (!this.outputs.skips((s[SCALAR.EXEC_LO] | (false ? s[SCALAR.EXEC_HI] : 0)) === 0))',
    ],
    ['sq/issue', 'this.keep(simd, wave); → ;'],
    [
      'memory/line-snapshots',
      'const copies = lines.map((line) => this.map.bytes.slice(line << LINE_SHIFT, (line << LINE_SHIFT) + LINE_BYTES)); → const copies = lines.map((line) => this.map.bytes.slice(line >>> LINE_SHIFT, (line << LINE_SHIFT) + LINE_BYTES));',
    ],
    [
      'sq/issue',
      'for (const wave of this.kept[simd]?.splice(0) ?? []) { → for (const wave of this.kept[simd]?.splice(1) ?? []) {',
    ],
    [
      'sc/binner',
      'return this.bins === 1 ? place : this.outputs.replayed(place, this.first, this.end); → return this.bins === 2 ? place : this.outputs.replayed(place, this.first, this.end);',
    ],
    ['db/overlap-tracker', 'if (this.planes > 1 && this.outputs.separatesSamples()) → if (false)'],
    [
      'sc/binner',
      'return this.bins === 1 ? place : this.outputs.replayed(place, this.first, this.end); → return false ? place : this.outputs.replayed(place, this.first, this.end);',
    ],
    [
      'sq/departures',
      'if (this.outputs.messageWaits() && !this.waitForAll(wave)) → if (this.outputs.messageWaits() && (this.waitForAll(wave)))',
    ],
    [
      'spi/exit-tracker',
      'if (wave.messageSent && !wave.messageHasPacker) → if (wave.messageSent && (wave.messageHasPacker))',
    ],
    ['sq/accesses', 'if (!this.outputs.restoresPacker()) → if (false)'],
    ['db/overlap-tracker', 'this.separate(samples); → ;'],
    ['memory/memory', 'if (!record.returnsApart) → if (true)'],
    ['sc/packer', "if (reason === 'draw-end') → if (true)"],
    [
      'spi/exit-tracker',
      'this.shown = this.outputs.visible(0, 0, 0); → this.shown = this.outputs.visible(0, 0, 1);',
    ],
    ['spi/launcher', 'if (group === undefined) → if (group !== undefined)'],
    ['sq/departures', 'if (wave.unsettled) → if (false)'],
    ['sq/entry', 'this.sleepAlone(wave, tracker, 0); → this.sleepAlone(wave, tracker, 1);'],
    [
      'sq/entry',
      'const waitsForExit = this.wakesWaiters || (exitWakes(gfx) && cycles === 0); → const waitsForExit = this.wakesWaiters || (exitWakes(gfx) && cycles === 1);',
    ],
    ['sq/issue', 'this.kept[simd].push(wave); → ;'],
    [
      'sq/issue',
      'wheel.schedule(1, eventOf(UNIT.WAVE, wave.index)); → wheel.schedule(2, eventOf(UNIT.WAVE, wave.index));',
    ],
    ['sx/export-path', 'if (enabled !== 0) { → if (true) {'],
    [
      'sx/export-path',
      'if (!this.outputs.returns(wave.hasExportedData, wave.group !== undefined)) → if (!this.outputs.returns(wave.hasExportedData, wave.group === undefined))',
    ],
  ),
];
