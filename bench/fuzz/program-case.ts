import {
  chipOf,
  countScalars,
  type DecodedProgram,
  decodeProgram,
  limitToAllocation,
  type MemoryPort,
  makeWaveState,
  PARAMETER_DWORDS,
  runWave,
  SCALAR,
} from '../../arch/index.js';
import { createScoreboards } from '../../checkers/index.js';
import { createCollector } from '../../coverage/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { type Corpus, SEQUENCES } from '../../stimulus/index.js';
import { type Draw, formatSeed, type RandomStream, type Scenario } from '../../transactions/index.js';
import { mutate } from './mutate.js';
import { pick } from './real-programs.js';
import type { Tally } from './tally.js';
import { flipBits } from './words-case.js';

/** Instruction limit for a wave that runs alone, since a mutated loop may be infinite. */
const EXECUTOR_INSTRUCTIONS = 5000;
/** Limits for a run of the model. */
const MODEL_BUDGET = { cycles: 200_000, instructions: 50_000 };

/** LDS size for a wave that runs alone: 16 attributes of 16 primitives. */
const PARAMETER_SIZE = 16 * 16 * PARAMETER_DWORDS;

const collector = createCollector('fuzz');

/** Number of runs started with the collector. Each run gets its own index. */
let runsStarted = 0;

/**
 * Mutates the program of a random scenario, runs it on its own without timing, and then runs the scenario in the model
 * under all scoreboards and covergroups.
 */
export function runProgramCase(random: RandomStream, corpus: Corpus, tally: Tally): void {
  const sequence = pick(random, SEQUENCES);
  const seed = formatSeed({ high: random.nextUint32(), low: random.nextUint32() });
  const clean = sequence.generate({ seed, corpus, knobs: {}, faults: [] });
  const { gfx } = chipOf(clean.chip);
  const { words } = mutate(random, { words: clean.programs[0].words, gfx, wave: clean.wave });
  const draws = random.below(4) === 0 ? mutateResources(random, clean) : clean.draws;
  const scenario: Scenario = {
    ...clean,
    draws,
    programs: [{ ...clean.programs[0], words }, ...clean.programs.slice(1)],
  };
  const decoded = decodeProgram(words, gfx, clean.wave);
  const program = limitToAllocation(decoded, draws[0].registers);
  for (const { kind, reason = '' } of program.instructions) {
    if (kind === 'illegal') tally.addReason('decoding programs', reason);
  }
  executeAlone(random, program, tally);
  runInModel(scenario, tally);
}

/** Flips bits of RSRC1 in each draw, which changes its allocation and float modes. */
function mutateResources(random: RandomStream, { draws }: Scenario): readonly Draw[] {
  return draws.map((draw) => {
    const original = draw.registers.SPI_SHADER_PGM_RSRC1_PS ?? 0;
    return { ...draw, registers: { ...draw.registers, SPI_SHADER_PGM_RSRC1_PS: flipBits(random, original) } };
  });
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
