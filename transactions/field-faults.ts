import { GENERATIONS, WITH_MEMORY_ORDER_FIELD, WITH_WAVE_IDS } from '../arch/index.js';
import { row } from './fault.js';

/** Faults in individual register fields, in addition to those in faults.md F. These rows are part of `FAULTS`. */
export const FIELD_FAULT_ROWS = [
  row('F175', 'an intrawave argument is loaded but not used by the program', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F176', 'SC supplies an intrawave argument that SPI does not load', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row(
    'F177',
    'sixteen samples are exposed, regardless of the sample count of the draw',
    'registers',
    GENERATIONS,
    ['CFG'],
  ),
  row('F178', 'primitive ordering is switched off for the chip', 'registers', WITH_WAVE_IDS, ['CFG']),
  row('F179', 'the shader is skipped for pixels that write no attachment', 'registers', GENERATIONS, ['CFG']),
  row('F180', 'depth may be tested before a shader with side effects', 'registers', GENERATIONS, ['CFG']),
  row('F181', 'memory accesses may return out of order', 'registers', WITH_MEMORY_ORDER_FIELD, ['CFG']),
  row('F182', 'an option with unknown effect on ordering is set', 'registers', GENERATIONS, ['CFG']),
] as const;
