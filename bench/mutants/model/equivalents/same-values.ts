import { because, type Equivalent } from './because.js';

/** Changes that give the same values for all that can come there. */
export const SAME_VALUES: readonly Equivalent[] = [
  ...because(
    'Only assertions read it.',
    [
      'spi/launcher',
      'this.queues.every((queue) => queue.waiting.length === 0)); → this.queues.every((queue) => queue.waiting.length !== 0));',
    ],
    [
      'db/depth/depth-block',
      'return this.queues.every((queue) => queue.length === 0) && this.outstanding.isEmpty; → return this.queues.every((queue) => queue.length === 0) || this.outstanding.isEmpty;',
    ],
  ),
  ...because('A register may hold it, and nothing reads the name.', ['sc/packing', 'AUTO: 0, → AUTO: 1,']),
  ...because('The loop that follows does the same for each lane; only the time differs.', [
    'memory/access',
    'if (lanes === -1 && dwords === 1) { → if (false) {',
  ]),
  ...because(
    'A stretch of plain instructions ends before the branch, so that it is never longer than the loop; the loop then goes on instruction by instruction.',
    [
      'sq/sequencer',
      'if (first < at && first === state.next && runs.lengths[first] === at - first && fetched.has(first)) { → if (first < at && first === state.next && runs.lengths[first] === at + first && fetched.has(first)) {',
    ],
  ),
  ...because(
    'Only differences between two values count.',
    ['spi/exit-tracker', 'epoch = 0; → epoch = 1;'],
    ['context', 'changes = 0; → changes = 1;'],
    ['context', 'this.changes++; → { this.changes++; this.changes++; }'],
  ),
  ...because(
    'An array of four takes no fifth channel.',
    ['rb/output-merger', 'for (let i = 0; i < 4; i++) → for (let i = 0; i <= 4; i++)'],
    ['rb/output-merger', 'for (let i = 0; i < 4; i++) → for (let i = 0; i < 5; i++)'],
  ),
  ...because(
    'A typed array takes nothing after its last place; between two quads it is written before it is read.',
    [
      'sc/sample-iterator',
      'for (let column = 0; column < QUAD_COLUMNS; column++) → for (let column = 0; column <= QUAD_COLUMNS; column++)',
    ],
    [
      'sx/export-data',
      'for (let word = 0; word < SOURCES; word++) { → for (let word = 0; word <= SOURCES; word++) {',
    ],
    [
      'sx/export-data',
      'for (let lane = 0; lane < lanes; lane++) → for (let lane = 0; lane <= lanes; lane++)',
    ],
    ['sc/packer', 'for (let i = 0; i < QUAD_COLUMNS; i++) → for (let i = 0; i <= QUAD_COLUMNS; i++)'],
    ['sqc/code-lines', 'for (let at = 0; at < count; at++) { → for (let at = 0; at <= count; at++) {'],
  ),
  ...because(
    'Every axis but 0 is the vertical one.',
    [
      'spi/vector-inputs',
      'vf[at] = invocation.y + positionOffset(invocation, 1) / SUBPIXELS; → vf[at] = invocation.y + positionOffset(invocation, 2) / SUBPIXELS;',
    ],
    [
      'spi/barycentrics',
      'const dy = invocation.y * SUBPIXELS + offsetAt(invocation, location, 1) - t[p + 1]; → const dy = invocation.y * SUBPIXELS + offsetAt(invocation, location, 2) - t[p + 1];',
    ],
  ),
  ...because(
    'The numbers of the table only tell kinds apart, and no other one has that.',
    ['db/depth/depth-plan', 'PIXELS: 3, → PIXELS: 4,'],
    [
      'spi/wave-plan',
      'export const STEP = { PLAIN: 0, BRANCH: 1, SKIP: 2, WAIT: 3, WAIT_THEN_PLAIN: 4, VISIBLE: 5 }; → export const STEP = { PLAIN: 0, BRANCH: 1, SKIP: 2, WAIT: 3, WAIT_THEN_PLAIN: 4, VISIBLE: 6 };',
    ],
  ),
  ...because('A shift by 32 is one by 0, and the collision argument uses bit 0.', [
    'spi/initial-state',
    'return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((mask >>> bit) & 1) === 1); → return Array.from({ length: 33 }, (_, bit) => bit).filter((bit) => ((mask >>> bit) & 1) === 1);',
  ]),
  ...because('Iteration 0 has point 0 in any case.', ['sc/sampling', 'let mask = 0; → let mask = 1;']),
  ...because('After the last resource of the list comes none, which is the answer too.', [
    'spi/resource-arbiter',
    'if (met === PER_SIMD.length) → if (false)',
  ]),
  ...because('Without background work no group asks for a place.', [
    'spi/resource-arbiter',
    'if (context.scenario.background !== undefined) → if (true)',
  ]),
  ...because('No two types of exports have one rank.', [
    'sx/export-arbiter',
    'return ranks[later.type] < ranks[earlier.type]; → return ranks[later.type] <= ranks[earlier.type];',
  ]),
  ...because('A word that was empty in the first turn is empty in a second one.', [
    'kernel/event-wheel',
    'for (let turn = 0; turn < words.length; turn++) { → for (let turn = 0; turn <= words.length; turn++) {',
  ]),
  ...because(
    'The word after those that an access may write changes only by another lane, which tells it too.',
    [
      'memory/changes',
      'for (let word = 0; word < count; word++) → for (let word = 0; word <= count; word++)',
    ],
  ),
  ...because(
    'Of two equal numbers either is the result.',
    [
      'memory/atomic',
      'smin: (old, operand) => (signed(operand) < signed(old) ? operand : old), → smin: (old, operand) => (signed(operand) <= signed(old) ? operand : old),',
    ],
    [
      'memory/atomic',
      'smax: (old, operand) => (signed(operand) > signed(old) ? operand : old), → smax: (old, operand) => (signed(operand) >= signed(old) ? operand : old),',
    ],
  ),
  ...because('Two words are equal with their signs flipped as well as without.', [
    'sq/compare-loop',
    'const flip = loop.opcode >= FIRST_UNSIGNED ? SIGN : 0; → const flip = loop.opcode > FIRST_UNSIGNED ? SIGN : 0;',
  ]),
  ...because('None times any number is none.', [
    'lds/local-memory',
    'return attributes === 0 ? 0 : attributes * primitivesOf(wave) * PARAMETER_DWORDS; → return false ? 0 : attributes * primitivesOf(wave) * PARAMETER_DWORDS;',
  ]),
  ...because('A watch begins in the round that is compared, so that it is not settled then.', [
    'sq/endless-loops',
    'if (wave.loops.rounds < ROUNDS_APART) → if (wave.loops.rounds <= ROUNDS_APART)',
  ]),
  ...because('Copied byte by byte, a dword is the same.', [
    'memory/access',
    'return record.operation.bytes < 4 || (record.offsetBits & 3) !== 0; → return record.operation.bytes < 5 || (record.offsetBits & 3) !== 0;',
  ]),
  ...because('Chance gives no more bits than the argument leaves unused: the one after them is 0.', [
    'spi/initial-state',
    'for (let i = 0; i < unused.length; i++) → for (let i = 0; i <= unused.length; i++)',
  ]),
  ...because('Programs consist of whole dwords, whose bytes lie in one line.', [
    'sqc/code-lines',
    'this.line = Int32Array.from(instructions, ({ pc, words }) => (pc + 4 * words.length - 1) >>> LINE_BITS); → this.line = Int32Array.from(instructions, ({ pc, words }) => (pc + 4 * words.length - 2) >>> LINE_BITS);',
  ]),
  ...because(
    'The first of a fresh array is 0 as it is, and a typed array takes nothing after its last place.',
    ['sqc/code-lines', 'for (let at = 0; at < count; at++) { → for (let at = 1; at < count; at++) {'],
    [
      'sqc/code-lines',
      'for (let at = count - 1; at >= 0; at--) { → for (let at = count + 1; at >= 0; at--) {',
    ],
  ),
  ...because(
    'A number shares no bit with itself less two only where it shares none with itself less one: odd ones share the lowest.',
    [
      'kernel/event-wheel',
      'const isPowerOfTwo = (spanCycles & (spanCycles - 1)) === 0; → const isPowerOfTwo = (spanCycles & (spanCycles - 2)) === 0;',
    ],
  ),
  ...because(
    'The next cycle lies after this one, so that it is never 0.',
    [
      'lds/local-data-share',
      'this.processors[processor].isAwake = next >= 0; → this.processors[processor].isAwake = next > 0;',
    ],
    ['lds/local-data-share', 'if (next >= 0) → if (next > 0)'],
  ),
  ...because(
    'There is no fifth fragment in a quad.',
    [
      'db/overlap-tracker',
      'for (let fragment = 0; fragment < 4; fragment++) { → for (let fragment = 0; fragment <= 4; fragment++) {',
    ],
    [
      'db/depth/late-tests',
      'for (let fragment = 0; fragment < 4; fragment++) { → for (let fragment = 0; fragment <= 4; fragment++) {',
    ],
    [
      'db/depth/late-tests',
      'for (let fragment = 0; fragment < 4; fragment++) { → for (let fragment = 0; fragment < 5; fragment++) {',
    ],
    [
      'sc/footprint',
      'for (let i = 0; i < FRAGMENTS * points; i++) { → for (let i = 0; i <= FRAGMENTS * points; i++) {',
    ],
    [
      'db/overlap-tracker',
      'for (let fragment = 0; fragment < 4; fragment++) { → for (let fragment = 0; fragment < 5; fragment++) {',
    ],
  ),
  ...because('Of two equal words either is the larger one.', [
    'memory/atomic',
    'umax: (old, operand) => (operand >>> 0 > old >>> 0 ? operand : old), → umax: (old, operand) => (operand >>> 0 >= old >>> 0 ? operand : old),',
  ]),
  ...because('Of two equal words either is the smaller one.', [
    'memory/atomic',
    'umin: (old, operand) => (operand >>> 0 < old >>> 0 ? operand : old), → umin: (old, operand) => (operand >>> 0 <= old >>> 0 ? operand : old),',
  ]),
  ...because('A wave that waits a little earlier than its counter is full takes its time, and no more.', [
    'sq/counter-room',
    'setThresholds(wave, { [counter]: most - 1 }); → setThresholds(wave, { [counter]: most - 2 });',
  ]),
  ...because('After the last lane lie no quads, so nothing is covered.', [
    'rb/output-merger',
    'for (let lane = 0; lane < lanes; lane++) { → for (let lane = 0; lane <= lanes; lane++) {',
  ]),
  ...because('An outline with area, a triangle or a parallelogram, has no edge without length.', [
    'sc/edges',
    'const owned = dy < 0 || (dy === 0 && dx > 0); → const owned = dy < 0 || (dy === 0 && dx >= 0);',
  ]),
  ...because('The opcode after the 32-bit compares is that of s_bitcmp0_b32, on all generations.', [
    'sq/compare-loop',
    "if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode >= COMPARES_END) → if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode > COMPARES_END)",
  ]),
  ...because('No wave is twice among those that were met.', [
    'db/overlap-set',
    'if (this.oldest < 0 || sequence < this.oldest) → if (this.oldest < 0 || sequence <= this.oldest)',
  ]),
  ...because('What it adds lies after the bits of the mask, which are cut off.', [
    'db/granularity',
    'for (let step = told; step < PLANES; step <<= 1) → for (let step = told; step <= PLANES; step <<= 1)',
  ]),
  ...because('It is multiplied by the sign of zero.', ['sc/line-normal', 'return 0; → return 1;']),
  ...because('No access performs as early as in the cycle after the first.', [
    'memory/path-cycles',
    'this.lastPerform.fill(0); → this.lastPerform.fill(1);',
  ]),
  ...because('Each vector access sets it before it is read.', [
    'memory/access-record',
    'left = 0; → left = 1;',
  ]),
  ...because('Where both faces have one state, either is the answer.', [
    'db/depth/depth-state',
    'if (state.front === state.back) → if (false)',
  ]),
  ...because('A typed array takes nothing before its first place.', [
    'memory/access',
    'if (offsets[lane] >= 0) → if (true)',
  ]),
  ...because(
    'A bin is cut to the area that is drawn to.',
    [
      'sc/binner',
      'this.width = on ? Math.ceil(width / edge) * edge : Math.max(area.right, 1); → this.width = on ? Math.ceil(width / edge) * edge : Math.max(area.right, 2);',
    ],
    [
      'sc/binner',
      'this.height = on ? Math.ceil(height / edge) * edge : Math.max(area.bottom, 1); → this.height = on ? Math.ceil(height / edge) * edge : Math.max(area.bottom, 2);',
    ],
  ),
  ...because('A wave that is told of no overlap has met no one on GFX11.', [
    'db/collision',
    'if (wave.overlap.didOverlap) → if (true)',
  ]),
  ...because('Priorities are all different, but that of one source which is offered twice.', [
    'kernel/pct-choices',
    'if (priority > bestPriority) { → if (priority >= bestPriority) {',
  ]),
  ...because(
    'No mask of the points that may be covered has a bit for the point after the last.',
    [
      'sc/rasterise',
      'for (let point = 0; point < points; point++) { → for (let point = 0; point <= points; point++) {',
    ],
    [
      'sc/rasterise',
      'for (let point = 0; point < points; point++) { → for (let point = 0; point <= points; point++) { (3)',
    ],
  ),
  ...because(
    'The point after the last is the first of the next fragment, whose bit it is where masks are full; else no mask has that bit.',
    [
      'sc/rasterise',
      'for (let point = 0; point < points; point++) { → for (let point = 0; point <= points; point++) { (2)',
    ],
  ),
  ...because('What is read before the first quad is all zero.', ['sc/sample-iterator', 'at = 0; → at = 1;']),
  ...because('No mask of a fragment has a bit after that of its last point.', [
    'spi/barycentrics',
    'for (let point = 0; point < points; point++) { → for (let point = 0; point <= points; point++) {',
  ]),
  ...because('Sample masks begin at bit 0 in every format.', [
    'rb/exported-mask',
    'return found.data.subarray(word * lanes, (word + 1) * lanes).map((each) => each >>> bit); → return found.data.subarray(word * lanes, (word + 1) * lanes).map((each) => each << bit);',
  ]),
  ...because(
    'A number that only has to differ from the others.',
    [
      'sc/sampling',
      'export const LOCATION = { CENTRE: 0, CENTROID: 1, SAMPLE: 2, CORNER: 4 }; → export const LOCATION = { CENTRE: 0, CENTROID: 1, SAMPLE: 2, CORNER: 5 };',
    ],
    ['context', 'const PATHS_MAX = 8; → const PATHS_MAX = 9;'],
    ['context', 'BORDER: 18, → BORDER: 19,'],
    ['wave', 'TRAPPED: 11, → TRAPPED: 12,'],
    ['sq/loop-watch', 'const NO_PLACE = 0x7fffffff; → const NO_PLACE = 2147483648;'],
    ['sqc/instruction-cache', 'const EVERYTHING = 0x7fffffff; → const EVERYTHING = 2147483648;'],
    ['sqc/spec', 'export const PROGRAM_LINES = 1 << 16; → export const PROGRAM_LINES = 1 << 17;'],
    ['sqc/spec', 'export const PROGRAM_LINES = 1 << 16; → export const PROGRAM_LINES = 2 << 16;'],
  ),
  ...because(
    'An outline without area covers nothing, whichever way it runs.',
    ['sc/edges', 'const clockwise = area > 0; → const clockwise = area >= 0;'],
    [
      'sc/facing',
      'return signedArea(vertices, primitive * VERTEX_VALUES) < 0; → return signedArea(vertices, primitive * VERTEX_VALUES) <= 0;',
    ],
    [
      'sc/facing',
      'return signedArea(vertices, primitive * VERTEX_VALUES) < 0; → return signedArea(vertices, primitive * VERTEX_VALUES) < 1;',
    ],
  ),
  ...because('Outstanding tests are only compared with none, and fall as they rose.', [
    'db/depth/outstanding',
    'this.counts[position] += step; → { this.counts[position] += step; this.counts[position] += step; }',
  ]),
  ...because(
    'Stamps only have to differ from each other.',
    ['spi/exit-tracker', 'this.epoch++; → { this.epoch++; this.epoch++; }'],

    ['db/overlap-tracker', 'layers = 0; → layers = 1;'],
  ),
  ...because(
    'A wave without an export writes nothing, whichever lanes it has.',
    ['rb/output-merger', 'lanesLo: 0, → lanesLo: 1,'],
    ['rb/output-merger', 'lanesHi: 0, → lanesHi: 1,'],
  ),
  ...because('Of two copies of an export the first one is taken.', [
    'rb/output-merger',
    'wave.exports.push(keep(driven)); → { wave.exports.push(keep(driven)); wave.exports.push(keep(driven)); }',
  ]),
  ...because(
    'The SIMDs of a compute unit and of a processor lie side by side: each names the same processor.',
    [
      'spi/background/group-arbiter',
      'group.wgp = Math.floor(simds[0] / SIMDS_PER_WGP); → group.wgp = Math.floor(simds[1] / SIMDS_PER_WGP);',
    ],
    [
      'spi/background/group-arbiter',
      'const wgp = Math.floor(simds[0] / SIMDS_PER_WGP); → const wgp = Math.floor(simds[1] / SIMDS_PER_WGP);',
    ],
  ),
];
