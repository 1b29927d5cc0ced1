import type { FaultId } from '../../transactions/index.js';
import type { FieldValues } from './register-fields.js';

/** Faults that are wrong values of a few fields, whatever the draw; a field that the generation lacks is left alone. */
export const FIELD_FAULTS: Readonly<Partial<Record<FaultId, FieldValues>>> = {
  F175: {
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': 1,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': 1,
  },
  F176: { 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': 1 },
  F177: { 'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': 4 },
  F178: { 'DB_DFSM_CONFIG.DISABLE_POPS': 1 },
  F179: { 'DB_SHADER_CONTROL.EXEC_ON_NOOP': 0 },
  F180: { 'DB_SHADER_CONTROL.Z_ORDER': 1 },
  F181: { 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': 0 },
  F182: { 'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': 1, 'DB_SHADER_CONTROL.OREO_BLEND_ENABLE': 1 },
};
