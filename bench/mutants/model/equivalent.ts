/** A mutant of the model that nobody can tell from the model, or that is as lawful. */
export interface Equivalent {
  readonly file: string;
  /** Words of the change, as `ModelMutant` has them. */
  readonly change: string;
  /** Why. */
  readonly reason: string;
}

/** Changes of one reason, each with the module that it is in. */
const because = (
  reason: string,
  ...places: readonly (readonly [file: string, change: string])[]
): Equivalent[] => places.map(([file, change]) => ({ file, change, reason }));

/** Reviewed one by one. A change that no longer exists, or that some test kills, is reported. */
export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [
  ...because(
    'A budget that ends a run, and what is counted for it, is no part of the device.',
    [
      'device',
      'if (wheel.now > budget.cycles || units.sequencer.instructions > budget.instructions) { → if (wheel.now >= budget.cycles || units.sequencer.instructions > budget.instructions) {',
    ],
    ['sq/sequencer', 'executed += length - 1; → ;'],
  ),
  ...because(
    'The value is set anew before anything reads it.',
    ['wave', 'entryCount = 0; → entryCount = 1;'],
    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 1 };',
    ],
    [
      'sc/rasterise',
      'clip = { left: 0, top: 0, right: 0, bottom: 0 }; → clip = { left: 1, top: 0, right: 0, bottom: 0 };',
    ],
    [
      'sc/rasterise',
      'clip = { left: 0, top: 0, right: 0, bottom: 0 }; → clip = { left: 0, top: 1, right: 0, bottom: 0 };',
    ],
    [
      'sc/rasterise',
      'clip = { left: 0, top: 0, right: 0, bottom: 0 }; → clip = { left: 0, top: 0, right: 1, bottom: 0 };',
    ],
    [
      'sc/rasterise',
      'clip = { left: 0, top: 0, right: 0, bottom: 0 }; → clip = { left: 0, top: 0, right: 0, bottom: 1 };',
    ],
    ['memory/access-record', 'dirtyLines = 0; → dirtyLines = 1;'],
    ['gds/global-data-share', 'lanesLo: 0, → lanesLo: 1,'],
    ['memory/locator', 'distance = 0; → distance = 1;'],
    ['wave', 'newest = 0; → newest = 1;'],
    [
      'sc/binner',
      'current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } }; → current = { primitive: 1, clip: { left: 0, top: 0, right: 0, bottom: 0 } };',
    ],
    [
      'sc/binner',
      'current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } }; → current = { primitive: 0, clip: { left: 1, top: 0, right: 0, bottom: 0 } };',
    ],
    [
      'sc/binner',
      'current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } }; → current = { primitive: 0, clip: { left: 0, top: 1, right: 0, bottom: 0 } };',
    ],
    [
      'sc/binner',
      'current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } }; → current = { primitive: 0, clip: { left: 0, top: 0, right: 1, bottom: 0 } };',
    ],
    [
      'sc/binner',
      'current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } }; → current = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 1 } };',
    ],
    ['sc/binner', 'first = 0; → first = 1;'],
    ['wave', 'parkTarget = 0; → parkTarget = 1;'],
    ['memory/access-record', 'waveNumber = 0; → waveNumber = 1;'],
    ['wave', 'polledEpoch = 0; → polledEpoch = 1;'],
    ['wave', 'sequence = 0; → sequence = 1;'],
    ['wave', 'this.fetchedFirst = 0; → ;'],
  ),
  ...because(
    'A record is given back in this state already.',
    ['wave', 'this.dependents.length = 0; → ;'],
    ['wave', 'this.hasExportSpace = false; → ;'],
    ['wave', 'this.resumeCycle = -1; → ;'],
  ),
  ...because(
    'A record that is not used again costs memory only.',
    [
      'wave-records',
      'const readyOnTheWay = wave.exportReadyScheduled && !wave.exportReady; → const readyOnTheWay = wave.exportReadyScheduled || !wave.exportReady;',
    ],
    ['units', 'this.records.recycle(wave); → ; (4)'],
    [
      'lds/local-data-share',
      'this.records.push(record); → { this.records.push(record); this.records.push(record); }',
    ],
  ),
  ...because('Planes that nothing tells apart hold the same waves: they cost memory only.', [
    'units',
    'const samples = plans.some((plan) => plan.ordering.granularity.rate > 0); → const samples = plans.some((plan) => plan.ordering.granularity.rate >= 0);',
  ]),
  ...because('Choices that are recorded and not asked for cost memory only.', [
    'index',
    'const recording = options.record === true ? new RecordingChoices(strategy) : undefined; → const recording = true ? new RecordingChoices(strategy) : undefined;',
  ]),
  ...because('Only differences between two values count.', ['spi/exit-tracker', 'epoch = 0; → epoch = 1;']),
  ...because('The register holds the low 32 bits of either.', [
    'spi/scratch',
    'hw[HWREG.FLAT_SCRATCH_LO] = address % 2 ** 32; → hw[HWREG.FLAT_SCRATCH_LO] = address % 2 ** 33;',
  ]),
  ...because(
    'It only chooses a shorter way to the same result.',
    ['sc/binner', 'if (!this.touches(primitive, clip)) → if (false)'],
    ['lds/banks', 'last = dword; → ;'],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x > clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom;',
    ],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x >= clip.left && y > clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom;',
    ],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x >= clip.left && y >= clip.top && x + 2 * right < clip.right && y + 2 * below <= clip.bottom;',
    ],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below < clip.bottom;',
    ],
    ['sc/rasterise', 'if (allowed1 !== 0) → if (true)'],
    ['memory/locator', 'this.end = region.end; → ;'],
    ['sqc/instruction-cache', 'wave.fetchedFirst = 0; → wave.fetchedFirst = 1;'],
    ['placement', 'PLACES.set(chip, places); → ;'],
    [
      'sc/rasterise',
      'const allowed1 = whole ? masks[1] : this.withinClip(1, x, y); → const allowed1 = false ? masks[1] : this.withinClip(1, x, y);',
    ],
    [
      'memory/locator',
      'if (highest - (lowest & -LINE_BYTES) + operation.bytes <= 2 * LINE_BYTES) { → if (highest - (lowest & -LINE_BYTES) + operation.bytes < 2 * LINE_BYTES) {',
    ],
    ['memory/locator', 'if (address < first || address > last) → if (address <= first || address > last)'],
    [
      'sq/compare-loop',
      "if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode >= COMPARES_END) → if (scc < 0 || (compare.instruction.mnemonic.startsWith('s_cmp_')) || opcode >= COMPARES_END)",
    ],
    [
      'sq/poll-loop',
      'plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.messageSent ? this.freedoms.idWrap : 0)) { → plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.messageSent ? this.freedoms.idWrap : 1)) {',
    ],
    ['db/granularity', 'planes &= 2 ** told - 1; → ;'],
    ['memory/address-map', 'if (region !== undefined) → if (region === undefined)'],
  ),
  ...because('What it looks for is used only where the condition holds, which is asked again there.', [
    'spi/launcher',
    'if (controller >= 0) → if (true)',
  ]),
  ...because(
    'It decides something only where a fault is injected.',
    ['sc/packer', 'joined = 0; → joined = 1;'],
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
    ['wave', 'this.hasExportedData = false; → ;'],
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
  ),
  ...because(
    'It changes which lawful choices chance makes, and no more.',
    ['sqc/instruction-cache', 'if (!bank.queues.isEmpty) → if (true)'],
    ['kernel/pct-choices', 'return (hash ^ (hash >>> 16)) >>> 0; → return (hash ^ (hash >>> 17)) >>> 0;'],
    ['kernel/pct-choices', 'hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b); → ;'],
    [
      'kernel/pct-choices',
      'return sources === undefined ? ~((point << 15) | alternative) : sources[first + alternative]; → return true ? ~((point << 15) | alternative) : sources[first + alternative];',
    ],
    [
      'kernel/pct-choices',
      'hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b); → hash = Math.imul(hash ^ (hash >>> 17), 0x85ebca6b);',
    ],
    ['kernel/pct-choices', 'return (hash ^ (hash >>> 16)) >>> 0; → return (hash ^ (hash << 16)) >>> 0;'],
  ),
  ...because(
    'Hardware leaves these bits free: nothing may read them (pops.md 5.1 and 10.1).',
    [
      'db/collision',
      '? wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach) → ? wave.sequence - 1 + choices.choose(CHOICE.STALE_NEWEST, reach)',
    ],
    [
      'db/collision',
      'return wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach); → return wave.sequence - 2 - choices.choose(CHOICE.STALE_NEWEST, reach);',
    ],
  ),
  ...because('Which packer has which region is free, as long as it follows from the position (P-059).', [
    'sc/regions',
    'if (regionMap === 1) → if (true)',
  ]),
  ...because(
    'A latency that hardware is free to choose.',
    [
      'memory/memory',
      'const rest = this.outputs.restsInCalm && context.isCalm() ? REST_CYCLES : 0; → const rest = this.outputs.restsInCalm && context.isCalm() ? REST_CYCLES : 1;',
    ],
    ['sq/sleep', 'const SLEEP_UNIT = 64; → const SLEEP_UNIT = 65;'],
    [
      'sq/parking',
      'const delay = wave.parkPeriod - ((now - wave.parkCycle) % wave.parkPeriod); → const delay = wave.parkPeriod - ((now + wave.parkCycle) % wave.parkPeriod);',
    ],
  ),
  ...because('A timer that runs out early finds that it is not due and is set again.', [
    'sc/packer',
    'this.timeoutArmed = true; → ;',
  ]),
  ...because(
    'False overlaps are never due: the chip may tell of this one or not, and name one that has exited (U5, U6, U16).',
    ['db/overlap-tracker', 'if (last >= 0 && last !== forming && !exits.hasExited(last)) → if (false)'],
    [
      'db/overlap-tracker',
      'if (last >= 0 && last !== forming && !exits.hasExited(last)) → if (last > 0 && last !== forming && !exits.hasExited(last))',
    ],
    [
      'db/overlap-tracker',
      'if (last >= 0 && last !== forming && !exits.hasExited(last)) → if (last >= 0 && last !== forming && (exits.hasExited(last)))',
    ],
  ),
  ...because('A field that is absent says the same as one that is undefined.', [
    'memory/memory',
    'sink(texelsPerLane === undefined ? issued : { ...issued, texelsPerLane }); → sink(true ? issued : { ...issued, texelsPerLane });',
  ]),
  ...because(
    'Room that nobody uses.',
    ['sc/outlines', 'built = new Float64Array(8); → built = new Float64Array(9);'],
    [
      'sc/rasterise',
      'quads = new Int32Array(64 * QUAD_COLUMNS); → quads = new Int32Array(65 * QUAD_COLUMNS);',
    ],
    [
      'gds/global-data-share',
      'this.words = context.memory.take(this.isUsed ? globalShareExtent(context.gfx) / WORD_BYTES : 0); → this.words = context.memory.take(true ? globalShareExtent(context.gfx) / WORD_BYTES : 0);',
    ],
    [
      'gds/global-data-share',
      'this.words = context.memory.take(this.isUsed ? globalShareExtent(context.gfx) / WORD_BYTES : 0); → this.words = context.memory.take(this.isUsed ? globalShareExtent(context.gfx) / WORD_BYTES : 1);',
    ],
    [
      'spi/wave-plan',
      'return plans.reduce((most, plan) => Math.max(most, plan.program.constants.length), 0); → return plans.reduce((most, plan) => Math.max(most, plan.program.constants.length), 1);',
    ],
    [
      'db/depth/late-tests',
      'return data.slice(channel * lanes, (channel + 1) * lanes); → return data.slice(channel * lanes, (channel + 2) * lanes);',
    ],
    ['db/depth/outstanding', 'this.down = (height + 1) >> 1; → this.down = (height + 1) << 1;'],
  ),
  ...because(
    'The column is the first one: nothing is added, and nothing taken away.',
    [
      'sc/packer',
      'const [x, y] = [quads[at + QUAD_COLUMN.X], quads[at + QUAD_COLUMN.Y]]; → const [x, y] = [quads[at - QUAD_COLUMN.X], quads[at + QUAD_COLUMN.Y]];',
    ],
    ['db/depth/depth-block', 'x: quads[at + QUAD_COLUMN.X], → x: quads[at - QUAD_COLUMN.X],'],
  ),
  ...because('A packer that drains more often than it has to takes its time, and no more.', [
    'sc/packer',
    'if (ordering.holdsPartialWaves && forming !== undefined && overlap.collides(forming)) → if (ordering.holdsPartialWaves || forming !== undefined && overlap.collides(forming))',
  ]),
  ...because('Nobody knows what hardware does here: the knob has either answer (U13, U23, U24).', [
    'sq/entry',
    'return Math.max(polledId, 0); → return Math.max(polledId, 1);',
  ]),
  ...because(
    'A search that may go further finds the same first id; no lawful program polls another packer (S-024).',
    [
      'sq/entry',
      'const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap; → const last = false ? undefined : tracker.shown + freedoms.idWrap;',
    ],
    [
      'sq/entry',
      'const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap; → const last = tracker !== this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap;',
    ],
    [
      'sq/poll-loop',
      'plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.messageSent ? this.freedoms.idWrap : 0)) { → plan(wave, program, home, next, shown, last = wave.sequence + 2 + (wave.messageSent ? this.freedoms.idWrap : 0)) {',
    ],
  ),
  ...because('There is no fifth fragment in a quad.', [
    'db/overlap-tracker',
    'for (let fragment = 0; fragment < 4; fragment++) { → for (let fragment = 0; fragment < 5; fragment++) {',
  ]),
  ...because('Of two equal words either is the larger one.', [
    'memory/atomic',
    'umax: (old, operand) => (operand >>> 0 > old >>> 0 ? operand : old), → umax: (old, operand) => (operand >>> 0 >= old >>> 0 ? operand : old),',
  ]),
  ...because('A wave that waits a little earlier than its counter is full takes its time, and no more.', [
    'sq/counter-room',
    'setThresholds(wave, { [counter]: most - 1 }); → setThresholds(wave, { [counter]: most - 2 });',
  ]),
  ...because('Behind the last lane lie no quads, so nothing is covered.', [
    'rb/output-merger',
    'for (let lane = 0; lane < lanes; lane++) { → for (let lane = 0; lane <= lanes; lane++) {',
  ]),
  ...because('An outline with area, a triangle or a parallelogram, has no edge without length.', [
    'sc/edges',
    'const owned = dy < 0 || (dy === 0 && dx > 0); → const owned = dy < 0 || (dy === 0 && dx >= 0);',
  ]),
  ...because('The opcode behind the 32-bit compares is that of s_bitcmp0_b32, on all generations.', [
    'sq/compare-loop',
    "if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode >= COMPARES_END) → if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode > COMPARES_END)",
  ]),
  ...because('No wave is twice among those that were met.', [
    'db/overlap-set',
    'if (this.oldest < 0 || sequence < this.oldest) → if (this.oldest < 0 || sequence <= this.oldest)',
  ]),
  ...because('What it adds lies behind the bits of the mask, which are cut off.', [
    'db/granularity',
    'for (let step = told; step < PLANES; step <<= 1) → for (let step = told; step <= PLANES; step <<= 1)',
  ]),
  ...because('It is multiplied by the sign of zero.', ['sc/line-normal', 'return 0; → return 1;']),
  ...because('No access performs as early as in the cycle after the first.', [
    'wave',
    'this.lastPerform.fill(0); → this.lastPerform.fill(1);',
  ]),
  ...because('The first SGPR is never that of the offset: the mask of primitives lies before it.', [
    'spi/draw-plan',
    'sgprCount: fixedCount + (scratch !== undefined && scratch.offsetRegister >= 0 ? 1 : 0), → sgprCount: fixedCount + (scratch !== undefined && scratch.offsetRegister > 0 ? 1 : 0),',
  ]),
  ...because('A bin is cut to the area that is drawn to.', [
    'sc/binner',
    'this.height = on ? Math.ceil(height / edge) * edge : Math.max(area.bottom, 1); → this.height = on ? Math.ceil(height / edge) * edge : Math.max(area.bottom, 2);',
  ]),
  ...because('Of two equal offsets either is the highest.', [
    'memory/locator',
    'if (offset > highest) → if (offset >= highest)',
  ]),
  ...because('A wave that is told of no overlap has met nobody on GFX11.', [
    'db/collision',
    'if (wave.didOverlap) → if (true)',
  ]),
  ...because('The engine takes shift counts modulo 32, so that 32 more or less is the same shift.', [
    'rb/output-merger',
    'const alive = lane < 32 ? wave.lanesLo >>> lane : wave.lanesHi >>> (lane - 32); → const alive = lane < 32 ? wave.lanesLo >>> lane : wave.lanesHi >>> (lane + 32);',
  ]),
  ...because('No mask of a fragment has a bit behind that of its last point.', [
    'spi/barycentrics',
    'for (let point = 0; point < points; point++) { → for (let point = 0; point <= points; point++) {',
  ]),
  ...because('The data of an access ends there: what lies behind it is neither performed nor delivered.', [
    'lds/perform',
    'for (let dword = 0; dword < dwords; dword++) → for (let dword = 0; dword <= dwords; dword++)',
  ]),
];
