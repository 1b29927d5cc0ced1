import { because, type Equivalent } from './because.js';

/** Changes that affect only memory or time, or values that are overwritten before any read. */
export const UNOBSERVED: readonly Equivalent[] = [
  ...because(
    'The value is set anew before anything reads it.',
    ['spi/background/group', 'localFirst = 0; → localFirst = 1;'],

    ['sc/binner', 'place = 0; → place = 1;'],
    ['sc/scan-converter', 'quad = 0; → quad = 1;'],
    ['sc/edges', 'count = 0; → count = 1;'],
    ['sc/packer', 'lastQuadCycle = 0; → lastQuadCycle = 1;'],
    ['sc/packer', 'primitives = 0; → primitives = 1;'],
    ['db/overlap-tracker', 'unitCount = 0; → unitCount = 1;'],
    ['db/overlap-tracker', 'primitive = 0; → primitive = 1;'],
    ['db/overlap-tracker', 'position = 0; → position = 1;'],
    ['db/overlap-tracker', 'zone = 0; → zone = 1;'],

    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 1 };',
    ],
    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 1, y: 0, mask: 0, sample: 0, primitive: 0 };',
    ],
    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 0, y: 1, mask: 0, sample: 0, primitive: 0 };',
    ],
    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 0, y: 0, mask: 1, sample: 0, primitive: 0 };',
    ],
    [
      'spi/vector-inputs',
      'const invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 }; → const invocation = { plan, x: 0, y: 0, mask: 0, sample: 1, primitive: 0 };',
    ],
    ['spi/barycentrics', 'let nearest = 0; → let nearest = 1;'],
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
    ['memory/access-record', 'offsetBits = 0; → offsetBits = 1;'],
    ['sq/loop-watch', 'firstAccess = 0; → firstAccess = 1;'],
    ['sq/loop-watch', 'times = 0; → times = 1;'],
    ['sq/loop-watch', 'period = 0; → period = 1;'],
    ['sq/loop-watch', 'lastRound = 0; → lastRound = 1;'],
    ['gds/global-data-share', 'lanesLo: 0, → lanesLo: 1,'],
    ['memory/locator', 'distance = 0; → distance = 1;'],
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
    ['sc/binner', 'bin = 0; → bin = 1;'],
    ['memory/access-record', 'waveNumber = 0; → waveNumber = 1;'],
    ['wave', 'number = 0; → number = 1;'],
    ['gds/global-data-share', 'access = 0; → access = 1;'],
    ['memory/access-record', 'access = 0; → access = 1;'],
    ['memory/access-record', 'holdCycles = 0; → holdCycles = 1;'],
  ),
  ...because(
    'A record that is not used again, or a list with more room, costs memory only.',
    [
      'rb/exported-mask',
      'return found.data.subarray(word * lanes, (word + 1) * lanes).map((each) => each >>> bit); → return found.data.subarray(word * lanes, (word + 2) * lanes).map((each) => each >>> bit);',
    ],
    ['rb/output-merger', 'stored = new Float64Array(4); → stored = new Float64Array(5);'],

    [
      'sc/rasterise',
      'this.steps = new Float64Array(4 * FRAGMENTS * footprint.points); → this.steps = new Float64Array(5 * FRAGMENTS * footprint.points);',
    ],
    ['sc/edges', 'const CORNERS_MAX = 4; → const CORNERS_MAX = 5;'],
    ['db/depth/late-tests', 'const BITS = new Int32Array(1); → const BITS = new Int32Array(2);'],

    [
      'db/overlap-tracker',
      'units = new Int32Array(4 * PLANES * PLANES); → units = new Int32Array(5 * PLANES * PLANES);',
    ],
    [
      'db/overlap-tracker',
      'const zones = this.zoneSize === 0 ? 0 : Math.ceil(width / this.zoneSize) * Math.ceil(height / this.zoneSize); → const zones = this.zoneSize === 0 ? 1 : Math.ceil(width / this.zoneSize) * Math.ceil(height / this.zoneSize);',
    ],
    ['db/depth/depth-block', 'alive: new Int32Array(2), → alive: new Int32Array(3),'],
    ['db/depth/outstanding', 'this.across = (width + 1) >> 1; → this.across = (width + 1) << 1;'],
    ['db/depth/outstanding', 'this.across = (width + 1) >> 1; → this.across = (width + 2) >> 1;'],
    ['db/depth/outstanding', 'this.down = (height + 1) >> 1; → this.down = (height + 2) >> 1;'],

    [
      'kernel/recording-choices',
      'const answers = new Int32Array(2 * this.count); → const answers = new Int32Array(3 * this.count);',
    ],
  ),
  ...because(
    'Queues and stagings that no wave joins stay empty.',
    ['spi/launcher', 'this.work = hasBackground → this.work = true'],
    [
      'spi/launcher',
      'this.stagings = hasBackground ? [this.staging, vertices] : [this.staging]; → this.stagings = true ? [this.staging, vertices] : [this.staging];',
    ],
  ),
  ...because('Planes that nothing tells apart hold the same waves: they cost memory only.', [
    'units',
    'const samples = plans.some((plan) => plan.ordering.granularity.rate > 0); → const samples = plans.some((plan) => plan.ordering.granularity.rate >= 0);',
  ]),
  ...because(
    'A cache that is never filled has no line to give up: it costs memory only.',
    ['memory/hierarchy', 'if (caches.hasGl1) → if (true)'],
    ['memory/hierarchy', 'if (caches.hasGl1) → if (true) (2)'],
    ['memory/hierarchy', 'if (this.caches.hasGl1) → if (true)'],
  ),
  ...because(
    'It only chooses a shorter way to the same result.',
    ['spi/background/group-arbiter', 'if (met === IN_ORDER.length) → if (false)'],

    ['rb/output-merger', 'if (mask === 0) → if (false)'],
    ['rb/output-merger', 'if ((written & 0xf) === 0) → if (false)'],
    ['rb/output-merger', 'if ((written & 0xf) === 0) → if ((written | 0xf) === 0)'],
    [
      'sc/rasterise',
      'const allowed0 = whole ? masks[0] : this.withinClip(0, x, y); → const allowed0 = false ? masks[0] : this.withinClip(0, x, y);',
    ],
    [
      'sc/rasterise',
      'const allowed2 = whole ? masks[2] : this.withinClip(2, x, y); → const allowed2 = false ? masks[2] : this.withinClip(2, x, y);',
    ],
    [
      'sc/rasterise',
      'const allowed3 = whole ? masks[3] : this.withinClip(3, x, y); → const allowed3 = false ? masks[3] : this.withinClip(3, x, y);',
    ],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x >= clip.left && y >= clip.top && x + 3 * right <= clip.right && y + 2 * below <= clip.bottom;',
    ],

    ['sc/rasterise', 'if (e0 + reach0 >= 0 && e1 + reach1 >= 0 && e2 + reach2 >= 0) → if (true)'],
    [
      'sc/rasterise',
      'if (e0 + reach0 >= 0 && e1 + reach1 >= 0 && e2 + reach2 >= 0) → if (e0 + reach0 >= 0 && e1 + reach1 >= 0 || e2 + reach2 >= 0)',
    ],
    [
      'sc/rasterise',
      'if (e0 + reach0 >= 0 && e1 + reach1 >= 0 && e2 + reach2 >= 0) → if (e0 + reach0 >= 0 || e1 + reach1 >= 0 && e2 + reach2 >= 0)',
    ],

    ['db/overlap-tracker', 'if (this.zoneSize !== 0) { → if (true) {'],
    ['db/overlap-tracker', 'if (this.zoneSize !== 0) { → if (this.zoneSize !== 1) {'],
    ['db/overlap-tracker', 'if (rate === 0) → if (false)'],

    [
      'sq/poll-loop',
      'const compare = this.enabled ? compareLoopOf(this.path) : undefined; → const compare = true ? compareLoopOf(this.path) : undefined;',
    ],
    ['sq/poll-loop', 'const first = compare === undefined → const first = true'],
    [
      'sq/sequencer',
      'const most = Math.floor((BURST_MAX - executed - 1) / length); → const most = Math.floor((BURST_MAX - executed - 2) / length);',
    ],
    ['sq/sequencer', 'this.toldFirst = first; → ;'],
    ['sq/sequencer', 'this.toldLast = last; → ;'],
    ['sq/loop-watch', 'loops.expect(register, kept.s[register], loops.lookAt); → ;'],
    ['sq/wave-loops', 'this.lookAt = lookAt; → ;'],
    ['db/depth/early-tests', 'if (mask === 0) → if (false)'],
    ['sx/export-arbiter', 'if (waiting.length === 1) → if (false)'],
    [
      'sq/loop-watch',
      'if (s.length !== this.kept.s.length || v.length !== this.kept.v.length) { → if (true) {',
    ],
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
    [
      'sc/rasterise',
      'for (let edge = 0; edge < count; edge++) { → for (let edge = 0; edge <= count; edge++) {',
    ],
    [
      'sc/rasterise',
      'return Math.min(end - 1, Math.floor(coordinate / SUBPIXELS)); → return Math.min(end - 1, Math.ceil(coordinate / SUBPIXELS));',
    ],
    [
      'sc/rasterise',
      'const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 2 * below <= clip.bottom; → const whole = x >= clip.left && y >= clip.top && x + 2 * right <= clip.right && y + 3 * below <= clip.bottom;',
    ],

    [
      'memory/locator',
      'const from = lanesLo === -1 ? this.locateInOneObject(record, lanesHi === -1 ? 2 * HALF : HALF) : 0; → const from = false ? this.locateInOneObject(record, lanesHi === -1 ? 2 * HALF : HALF) : 0;',
    ],
    ['sq/compare-loop', 'const REGISTERS_END = 106; → const REGISTERS_END = 107;'],
    [
      'spi/draw-plan',
      'tests: context.scenario.depthBuffer === undefined ? undefined : depthPlanOf(gfx, draw), → tests: false ? undefined : depthPlanOf(gfx, draw),',
    ],
    ['rb/output-merger', 'if (mask !== 0) → if (true)'],
    [
      'memory/changes',
      'const count = Math.max(operation.dwords, (operation.bytes + 3) >> 2) + 1; → const count = Math.max(operation.dwords, (operation.bytes + 4) >> 2) + 1;',
    ],
    [
      'sc/rasterise',
      'return Math.min(end - 1, Math.floor(coordinate / SUBPIXELS)); → return Math.min(end + 1, Math.floor(coordinate / SUBPIXELS));',
    ],
    [
      'sqc/instruction-cache',
      'this.lines = this.isModelled ? plans.map(({ program }) => linesOf(program)) : []; → this.lines = true ? plans.map(({ program }) => linesOf(program)) : [];',
    ],
    [
      'sc/rasterise',
      'const allowed1 = whole ? masks[1] : this.withinClip(1, x, y); → const allowed1 = false ? masks[1] : this.withinClip(1, x, y);',
    ],
    [
      'memory/locator',
      'if (highest - (lowest & -LINE_BYTES) + operation.bytes <= 2 * LINE_BYTES) { → if (highest - (lowest & -LINE_BYTES) + operation.bytes < 2 * LINE_BYTES) {',
    ],
    ['memory/locator', 'if (address < first || address > last) → if (address <= first || address > last)'],
    ['memory/locator', 'if (address < first || address > last) → if (address < first || address >= last)'],
    [
      'sq/poll-loop',
      'plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.section.messageSent ? this.freedoms.idWrap : 0)) { → plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.section.messageSent ? this.freedoms.idWrap : 1)) {',
    ],
    ['db/granularity', 'planes &= 2 ** told - 1; → ;'],
    [
      'memory/locator',
      'if (highest - (lowest & -LINE_BYTES) + operation.bytes <= 2 * LINE_BYTES) { → if (false) {',
    ],
    [
      'kernel/event-wheel',
      'if (this.far.soonest < start + WORD_SLOTS) → if (this.far.soonest <= start + WORD_SLOTS)',
    ],
  ),
  ...because(
    'What it looks for is used only where the condition holds, which is asked again there.',
    ['spi/draw-plan', 'scratchWaves: scratch?.waves ?? 0, → scratchWaves: scratch?.waves ?? 1,'],

    ['spi/launcher', 'if (controller >= 0) → if (true)'],
    ['sc/packer', 'if (ordered) → if (true)'],
  ),
  ...because('Arrays of a run that is over are made anew in the next one.', [
    'index',
    'memory.release(); → ;',
  ]),
  ...because(
    'Room that no one uses.',
    ['kernel/order-wheel', 'if (n > this.sources.length) → if (n >= this.sources.length)'],
    ['kernel/recording-choices', 'const INITIAL_CAPACITY = 1024; → const INITIAL_CAPACITY = 1025;'],
    ['memory/access-record', 'const DWORDS_MAX = 16; → const DWORDS_MAX = 17;'],
    ['memory/access-record', 'const TEXELS_MAX = 4; → const TEXELS_MAX = 5;'],
    [
      'memory/access-record',
      'const LINES_MAX = 2 * LANES_MAX * TEXELS_MAX; → const LINES_MAX = 3 * LANES_MAX * TEXELS_MAX;',
    ],
    ['memory/access-record', 'const DATA_AT = 2 * ACCESS_TEXELS; → const DATA_AT = 3 * ACCESS_TEXELS;'],
    ['gds/spec', 'export const DWORDS_MAX = 4; → export const DWORDS_MAX = 5;'],
    ['sc/outlines', 'built = new Float64Array(8); → built = new Float64Array(9);'],
    ['lds/local-data-share', 'addresses: new Float64Array(64), → addresses: new Float64Array(65),'],
    [
      'memory/atomic',
      'const bits = new DataView(new ArrayBuffer(8)); → const bits = new DataView(new ArrayBuffer(9));',
    ],
    ['kernel/order-wheel', 'this.sources = new Int32Array(2 * n); → this.sources = new Int32Array(3 * n);'],

    ['kernel/event-wheel', 'const ROW_BITS = 2; → const ROW_BITS = 3;'],
    ['wave', 'thresholds = new Int32Array(4); → thresholds = new Int32Array(5);'],
    ['kernel/order-wheel', 'sources = new Int32Array(64); → sources = new Int32Array(65);'],
    ['lds/spec', 'export const DWORDS_MAX = 4; → export const DWORDS_MAX = 5;'],
    ['rb/output-merger', 'second = new Float64Array(4); → second = new Float64Array(5);'],
    ['rb/output-merger', 'colour = new Float64Array(4); → colour = new Float64Array(5);'],
    [
      'sc/rasterise',
      'const larger = new Int32Array(this.quads.length * 2); → const larger = new Int32Array(this.quads.length * 3);',
    ],
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
      'db/depth/late-tests',
      'return data.slice(word * lanes, (word + 1) * lanes).map((each) => each >>> bit); → return data.slice(word * lanes, (word + 2) * lanes).map((each) => each >>> bit);',
    ],
    ['db/depth/outstanding', 'this.down = (height + 1) >> 1; → this.down = (height + 1) << 1;'],
  ),
  ...because(
    'A search that may go further finds the same first id; no legal program polls another packer (S-024).',
    [
      'sq/entry',
      'const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap; → const last = false ? undefined : tracker.shown + freedoms.idWrap;',
    ],
    [
      'sq/entry',
      'const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap; → const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown - freedoms.idWrap;',
    ],
    [
      'sq/entry',
      'const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap; → const last = tracker !== this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap;',
    ],
    [
      'sq/poll-loop',
      'plan(wave, program, home, next, shown, last = wave.sequence + 1 + (wave.section.messageSent ? this.freedoms.idWrap : 0)) { → plan(wave, program, home, next, shown, last = wave.sequence + 2 + (wave.section.messageSent ? this.freedoms.idWrap : 0)) {',
    ],
  ),
];
