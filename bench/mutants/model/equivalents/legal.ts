import { because, type Equivalent } from './because.js';

/** Changes of what hardware is free to do: a different device, but just as legal. */
export const LEGAL: readonly Equivalent[] = [
  ...because(
    'It changes which legal choices chance makes, and no more.',
    ['sq/entry', 'for (let i = 0; i < PERCENT; i++) → for (let i = 1; i < PERCENT; i++)'],
    ['sq/entry', 'const FIRST_WAKE_SOURCE = 0x40000000; → const FIRST_WAKE_SOURCE = 1073741825;'],
    ['sq/entry', 'const WAKE_MASK = FIRST_WAKE_SOURCE - 1; → const WAKE_MASK = FIRST_WAKE_SOURCE - 2;'],
    ['sqc/instruction-cache', 'if (!bank.queues.isEmpty) → if (true)'],
    [
      'spi/initial-state',
      'const junk = context.choices.choose(CHOICE.COLLISION_JUNK, 1 << unused.length); → const junk = context.choices.choose(CHOICE.COLLISION_JUNK, 2 << unused.length);',
    ],
    ['kernel/pct-choices', 'return (hash ^ (hash >>> 16)) >>> 0; → return (hash ^ (hash >>> 17)) >>> 0;'],
    ['kernel/pct-choices', 'hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b); → ;'],

    [
      'sc/binner',
      'this.swapped = this.outOfOrder && choices.choose(CHOICE.OUT_OF_ORDER, 2) === 1; → this.swapped = this.outOfOrder && choices.choose(CHOICE.OUT_OF_ORDER, 3) === 1;',
    ],
    ['kernel/pct-choices', 'const ALTERNATIVE_BITS = 16; → const ALTERNATIVE_BITS = 17;'],
    [
      'sc/binner',
      'this.backwards = this.bins > 1 && this.shape.ordersBins && choices.choose(CHOICE.BIN_ORDER, 2) === 1; → this.backwards = this.bins > 1 && this.shape.ordersBins && choices.choose(CHOICE.BIN_ORDER, 3) === 1;',
    ],
    [
      'kernel/pct-choices',
      'hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b); → hash = Math.imul(hash ^ (hash >>> 17), 0x85ebca6b);',
    ],
    ['kernel/pct-choices', 'return (hash ^ (hash >>> 16)) >>> 0; → return (hash ^ (hash << 16)) >>> 0;'],
  ),
  ...because('Registers that a wave gave back hold whatever others put there.', [
    'spi/launcher',
    'const FOREIGN_WORD = 0x7eadbeef; → const FOREIGN_WORD = 2125315824;',
  ]),
  ...because('It only changes the order of the alternatives that chance has.', [
    'spi/background/group-arbiter',
    'this.units = wgps.flatMap((wgp) => Array.from({ length: CUS_PER_WGP }, (_, cu) => simdsOf(wgp).filter((simd) => cuOf(simd) === wgp * CUS_PER_WGP + cu))); → this.units = wgps.flatMap((wgp) => Array.from({ length: CUS_PER_WGP }, (_, cu) => simdsOf(wgp).filter((simd) => cuOf(simd) !== wgp * CUS_PER_WGP + cu)));',
  ]),
  ...because(
    'The bounds of a run lie far beyond what any scenario needs, and one more is as far.',
    [
      'index',
      'return { cycles: 500_000_000, instructions: 50_000_000 }; → return { cycles: 500000001, instructions: 50_000_000 };',
    ],
    [
      'index',
      'return { cycles: 500_000_000, instructions: 50_000_000 }; → return { cycles: 500_000_000, instructions: 50000001 };',
    ],
  ),
  ...because(
    'How often a state has to come back until a loop counts as endless is free; more often takes longer.',
    ['sq/spec', 'export const TIMES_SAME = 64; → export const TIMES_SAME = 65;'],
  ),
  ...because('Which samples an alpha between 0 and 1 keeps, nothing says.', [
    'rb/output-merger',
    "return alphaMask(registerOrZero(registers, 'DB_ALPHA_TO_MASK'), this.colour[3], plan.sampling.samples, lane & 3); → return alphaMask(registerOrZero(registers, 'DB_ALPHA_TO_MASK'), this.colour[3], plan.sampling.samples, lane & 4);",
  ]),
  ...because(
    'Nothing says which sign a weight of zero has.',
    ['spi/barycentrics', 'state.vf[at] = i + 0; → state.vf[at] = i - 0;'],
    ['spi/barycentrics', 'state.vf[at + state.lanes] = j + 0; → state.vf[at + state.lanes] = j - 0;'],
  ),
  ...because('Bits of the layer mask above those of the quads read as anything (S-064).', [
    'spi/initial-state',
    'const junk = choices.choose(CHOICE.INTRAWAVE_JUNK, 1 << 16); → const junk = choices.choose(CHOICE.INTRAWAVE_JUNK, 1 << 17);',
  ]),
  ...because('A step of the scan converter that comes too early finds that it still has to wait.', [
    'sc/scan-converter',
    'if (!this.begun) → if (true)',
  ]),
  ...because('A loop that is looked at later is found later.', [
    'sq/loop-watch',
    'wave.loops.expect(0, s[0], this.lastRound + ROUNDS_APART); → wave.loops.expect(0, s[1], this.lastRound + ROUNDS_APART);',
  ]),
  ...because('No one knows what hardware does here: the knob has either answer (U13, U23, U24).', [
    'sq/entry',
    'return Math.max(polling.lastId, 0); → return Math.max(polling.lastId, 1);',
  ]),
];
