import fc from 'fast-check';
import {
  type Chip,
  type ChipName,
  chipOf,
  countScalars,
  type DecodedProgram,
  decodeProgram,
  GENERATIONS,
  type Gfx,
  getExampleChip,
  limitToAllocation,
  type MemoryPort,
  makeWaveState,
  PARAMETER_DWORDS,
  printInstruction,
  runWave,
  SCALAR,
  type WaveSize,
} from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { createCollector } from '../../../coverage/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { type Corpus, SEQUENCES } from '../../../stimulus/index.js';
import { type Draw, formatSeed, RandomStream, type Scenario } from '../../../transactions/index.js';
import type { Tally } from './tally.js';

/** Instruction limit for a wave that runs alone, since a mutated loop may be infinite. */
const EXECUTOR_INSTRUCTIONS = 5000;
/** Limits for a run of the model. */
const MODEL_BUDGET = { cycles: 200_000, instructions: 50_000 };

/** LDS size for a wave that runs alone: 16 attributes of 16 primitives. */
const PARAMETER_SIZE = 16 * 16 * PARAMETER_DWORDS;

const collector = createCollector('fuzz');

/** Number of runs started with the collector. Each run gets its own index. */
let runsStarted = 0;

/** A test, by its sequence and the low word of its seed. */
export interface DrawnTest {
  readonly sequence: string;
  readonly low: number;
}

const uint32 = fc.integer({ min: 0, max: 0xffffffff });

/** Tests of all sequences. */
export const drawnTests: fc.Arbitrary<DrawnTest> = fc.record({
  sequence: fc.constantFrom(...SEQUENCES.map(({ name }) => name)),
  low: fc.noShrink(uint32),
});

/** Generates a test's scenario. */
export function generateScenario({ sequence, low }: DrawnTest, corpus: Corpus): Scenario {
  const found = SEQUENCES.find(({ name }) => name === sequence)!;
  return found.generate({ seed: formatSeed({ high: 0, low }), corpus, knobs: {}, faults: [] });
}

/** One to four bits of a word. */
const bits = fc
  .uniqueArray(fc.nat({ max: 31 }), { minLength: 1, maxLength: 4 })
  .map((places) => places.reduce((mask, bit) => mask | (1 << bit), 0));

/** Bits of VGPR numbers in VOP1 and VOP2: the destination in [24:17] and the second source in [16:9]. */
const HIGH_REGISTERS = [17, 9].flatMap((low) => [0xc0, 0xe0, 0xff].map((high) => high << low));

const wordEdits = fc.array(
  fc.record({
    at: fc.nat(),
    edit: fc.oneof(
      fc.record({ flip: bits }),
      fc.record({ replace: uint32 }),
      fc.record({ set: fc.constantFrom(...HIGH_REGISTERS) }),
      fc.record({ swapWith: fc.nat() }),
      fc.record({ branchTo: fc.nat({ max: 0xffff }) }),
      fc.record({ dropTail: fc.constant(true as const) }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

type WordEdit = typeof wordEdits extends fc.Arbitrary<(infer T)[]> ? T : never;

/** Returns a program's words with a change to their bits, order, length, branch targets or registers. */
function editWords(
  words: readonly number[],
  { at, edit }: WordEdit,
  gfx: Gfx,
  wave: WaveSize,
): readonly number[] {
  const chosen = at % words.length;
  const put = (place: number, word: number): readonly number[] =>
    words.map((value, index) => (index === place ? word >>> 0 : value));
  const word = words[chosen]!;
  if ('flip' in edit) return put(chosen, word ^ edit.flip);
  if ('replace' in edit) return put(chosen, edit.replace);
  if ('set' in edit) return put(chosen, word | edit.set);
  if ('dropTail' in edit) return words.slice(0, 1 + chosen);
  if ('swapWith' in edit) {
    const other = edit.swapWith % words.length;
    return words.map((value, index) => (index === chosen ? words[other]! : index === other ? word : value));
  }
  const { instructions } = decodeProgram(words, gfx, wave);
  const branches = instructions.filter(({ kind }) => kind === 'branch');
  if (branches.length === 0) return put(chosen, word ^ 1);
  const branch = branches[at % branches.length]!.pc >> 2;
  return put(branch, (words[branch]! & 0xffff0000) | edit.branchTo);
}

/** Tests with changes to their programs, and perhaps to their allocation and float modes. */
export const changedPrograms = fc.record({
  test: drawnTests,
  edits: wordEdits,
  resources: fc.option(bits, { freq: 3 }),
});

type ChangedProgram = typeof changedPrograms extends fc.Arbitrary<infer T> ? T : never;

/**
 * Runs a changed program on its own without timing, and then its scenario in the model under all scoreboards and
 * covergroups.
 */
export function runChangedProgram(
  { test, edits, resources }: ChangedProgram,
  corpus: Corpus,
  tally: Tally,
): void {
  const clean = generateScenario(test, corpus);
  const { gfx } = chipOf(clean.chip);
  const [first, ...others] = clean.programs;
  const words = edits.reduce((changed, edit) => editWords(changed, edit, gfx, clean.wave), first!.words);
  const draws = resources === null ? clean.draws : clean.draws.map((draw) => flipResources(draw, resources));
  const scenario: Scenario = { ...clean, draws, programs: [{ ...first!, words }, ...others] };
  const program = limitToAllocation(decodeProgram(words, gfx, clean.wave), draws[0]!.registers);
  for (const { kind, reason = '' } of program.instructions) {
    if (kind === 'illegal') tally.addReason('decoding programs', reason);
  }
  executeAlone(new RandomStream({ high: 1, low: test.low }), program, tally);
  runInModel(scenario, tally);
}

/** Flips bits of RSRC1, which changes a draw's allocation and float modes. */
function flipResources(draw: Draw, flipped: number): Draw {
  const original = draw.registers.SPI_SHADER_PGM_RSRC1_PS ?? 0;
  return { ...draw, registers: { ...draw.registers, SPI_SHADER_PGM_RSRC1_PS: (original ^ flipped) >>> 0 } };
}

/** Runs one wave with random registers and a memory that returns random data. */
function executeAlone(random: RandomStream, program: DecodedProgram, tally: Tally): void {
  const state = makeWaveState(program.wave, program.vgprs, countScalars(program));
  for (const registers of [state.s, state.v]) {
    for (let i = 0; i < registers.length; i++) registers[i] = random.nextUint32();
  }
  state.s[SCALAR.NULL] = 0;
  state.lds = new Int32Array(PARAMETER_SIZE);
  const memory: MemoryPort = {
    perform: (operation, { data }) => {
      if (operation.access === 'store') return;
      for (let i = 0; i < operation.dwords * 64; i++) data[i] = random.nextUint32();
    },
  };
  const { outcome, reason } = runWave(program, state, memory, { budget: EXECUTOR_INSTRUCTIONS });
  if (outcome === 'illegal') tally.addReason('executor', reason);
  else tally.add('executor', outcome === 'ended' ? 'the program ended' : 'out of budget');
}

/** Runs the scenario in the model. Any verdict is acceptable, but checking and sampling must always finish. */
function runInModel(scenario: Scenario, tally: Tally): void {
  const scoreboards = createScoreboards(scenario);
  collector.begin(scenario, scenario.name, runsStarted++);
  const { stopped } = runScenario(
    scenario,
    (transaction) => {
      scoreboards.observe(transaction);
      collector.observe(transaction);
      if (transaction.kind !== 'wave-ended') return;
      if (transaction.by === 'halt') tally.addReason('waves in the model', transaction.reason);
      else tally.add('waves in the model', 'the program ended');
    },
    { budget: MODEL_BUDGET },
  );
  tally.add('model runs', stopped ? 'out of budget' : 'went idle');
  const { violations } = scoreboards.finish();
  collector.end(violations.length === 0);
  tally.add('verdicts', violations.length === 0 ? 'no rules were violated' : 'rules were violated');
}

/** Number of words per case, decoded as one program. */
const WORDS_PER_CASE = 1000;

/** Programs of random words for each generation, about half of them words of real programs with a few bits flipped. */
export function makeWords(corpus: Corpus) {
  const chips = GENERATIONS.map((gfx): Chip => chipOf(getExampleChip(gfx)));
  return fc.oneof(
    ...chips.flatMap(({ gfx, waveSizes, name, runsProgramsOf = name }) =>
      waveSizes.map((wave) => {
        const programs = corpus.records(runsProgramsOf as ChipName, wave);
        const instructions = programs.flatMap((program) => program.instructions);
        const real = fc
          .tuple(fc.constantFrom(...instructions.flatMap(({ words }) => words.map(Number))), bits)
          .map(([word, flipped]) => (word ^ flipped) >>> 0);
        const words = fc.array(fc.oneof(uint32, real), {
          minLength: 1,
          maxLength: WORDS_PER_CASE,
          size: 'max',
        });
        return fc.record({ gfx: fc.constant(gfx), wave: fc.constant(wave), words });
      }),
    ),
  );
}

/** Decodes and prints words as one program. */
export function decodeWords(
  { gfx, wave, words }: { readonly gfx: Gfx; readonly wave: WaveSize; readonly words: readonly number[] },
  tally: Tally,
): void {
  const { instructions } = decodeProgram(words, gfx, wave);
  for (const instruction of instructions) {
    if (printInstruction(instruction, gfx, wave) === '')
      throw new Error('an instruction prints as an empty string');
    if (instruction.kind === 'illegal') tally.addReason('decoding words', instruction.reason ?? '');
    else tally.add('decoding words', 'an instruction');
  }
}
