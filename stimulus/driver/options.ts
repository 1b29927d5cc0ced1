import type { Gfx } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import { RandomStream } from '../../transactions/index.js';
import { sideSeed } from '../schedule-seed.js';
import { type FieldValues, packRegisters } from './register-fields.js';

type Registers = Readonly<Record<string, number>>;

/** Sets of options that a draw has with an even chance: what the driver left alone may be anything. */
const OPTIONS: readonly ((stream: RandomStream) => FieldValues)[] = [binner, waveBreaks, partialSquads];

/**
 * Registers of the draws of a test with options that change what hardware does and never the order: bins and batches,
 * wave-break regions, how partial waves leave. A draw that drains keeps its own squad control, which its chip may need.
 */
export function drawOptions(seed: string, gfx: Gfx, draws: readonly Registers[]): Registers[] {
  const stream = new RandomStream(sideSeed(seed, 'options'));
  return draws.map((registers) => {
    const drains = registerField(gfx, registers, 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') === 1;
    return OPTIONS.reduce((current, draw) => {
      const values = draw(stream);
      const taken = stream.below(2) === 0 && !(drains && draw === partialSquads);
      return taken ? packRegisters(gfx, values, current) : current;
    }, registers);
  });
}

/** Bins from 16 to 128 pixels that need not be square, short and long batches, and options that must not matter (U17). */
function binner(stream: RandomStream): FieldValues {
  return {
    'PA_SC_BINNER_CNTL_0.BINNING_MODE': stream.below(4),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_X': stream.below(2),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_Y': stream.below(2),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_X_EXTEND': stream.below(3),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_Y_EXTEND': stream.below(3),
    'PA_SC_BINNER_CNTL_0.CONTEXT_STATES_PER_BIN': stream.below(6),
    'PA_SC_BINNER_CNTL_0.PERSISTENT_STATES_PER_BIN': stream.below(32),
    'PA_SC_BINNER_CNTL_0.DISABLE_START_OF_PRIM': stream.below(2),
    'PA_SC_BINNER_CNTL_0.FPOVS_PER_BATCH': stream.below(3),
    'PA_SC_BINNER_CNTL_0.OPTIMAL_BIN_SELECTION': stream.below(2),
    'PA_SC_BINNER_CNTL_0.FLUSH_ON_BINNING_TRANSITION': stream.below(2),
    'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE': stream.below(3),
    'PA_SC_BINNER_CNTL_1.MAX_ALLOC_COUNT': stream.below(3),
    'PA_SC_BINNER_CNTL_1.MAX_PRIM_PER_BATCH': [0, 1, 3, 7, 1023][stream.below(5)],
  };
}

function waveBreaks(stream: RandomStream): FieldValues {
  return { 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE': stream.below(4) };
}

/** Settings of the squad control; few draws send partial waves at once, since these make many small ones. */
const SQUAD_CONTROLS: readonly number[] = [0, 0, 1, 1, 1, 3, 3, 2];

function partialSquads(stream: RandomStream): FieldValues {
  return {
    'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': SQUAD_CONTROLS[stream.below(SQUAD_CONTROLS.length)],
    'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN': stream.below(8),
  };
}
