import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../arch/index.js';
import { row } from './fault.js';

/** Faults beyond faults.md for rules that none of its own makes speak; rows of `FAULTS`. */
export const RULE_FAULT_ROWS = [
  row('F186', 'the message comes after the exports', 'program', WITH_WAVE_IDS, ['PERF']),
  row('F187', 'a sample interlock tells overlap by half of its samples', 'registers', WITH_WAVE_IDS, [
    'PERF',
  ]),
  row('F188', 'every wave that met no one is told of an overlap, where some may be', 'db', WITH_WAVE_IDS, [
    'PERF',
  ]),
  row('F189', 'a wave gets one row of vector registers less than its draw asks for', 'spi', GENERATIONS, [
    'LAUNCH',
  ]),
  row('F190', 'the packer is written twice without wait states between', 'program', ['gfx9'], ['RACE']),
  row(
    'F191',
    'a way for waves without lanes trusts a wait for all scalar loads but one',
    'program',
    GENERATIONS,
    ['RACE'],
  ),
  row('F192', 'the message is sent ahead of the last store as well', 'program', WITH_WAVE_IDS, [
    'PROTO',
    'RACE',
  ]),
  row('F193', 'the section sleeps at length after its last access', 'program', WITH_WAVE_IDS, ['PERF']),
  row('F194', 'the exiting id is read once more in the section', 'program', WITH_WAVE_IDS, ['PROTO']),
  row(
    'F195',
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear for draws of one sample',
    'registers',
    EXIT_BY_EXPORT,
    ['CFG'],
  ),
  row('F196', 'overlap is told by two samples where draws have one', 'registers', EXIT_BY_EXPORT, ['CFG']),
  row('F197', 'the arbiter counts one row of vector registers less than a wave gets', 'spi', GENERATIONS, [
    'LAUNCH',
  ]),
  row(
    'F198',
    'an event wait that does not wait comes ahead of the one that does',
    'program',
    EXIT_BY_EXPORT,
    ['PROTO'],
  ),
  row(
    'F199',
    'depth samples are fewer than the exposed ones under a pixel interlock, which tells none apart',
    'registers',
    EXIT_BY_EXPORT,
    ['CFG'],
  ),
  row('F200', 'another packer is written ahead of the right one', 'program', ['gfx10', 'gfx10.3'], ['PROTO']),
  row('F201', 'SC supplies a collision argument for draws without ordering', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F202', 'SC supplies an intrawave argument for draws without ordering', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F203', 'a drain on overlap is over at once', 'sc', ['gfx9'], ['ORD']),
  row('F204', 'a wave is closed as full with half of its quads', 'sc', GENERATIONS, ['LAUNCH']),
  row('F205', 'export ready is raised without export space', 'spi', EXIT_BY_EXPORT, ['EXP']),
  row('F206', 'the id window reaches one id too far', 'sc', WITH_WAVE_IDS, ['LAUNCH']),
  row('F207', 'a wave gets the wave type of the next packer', 'spi', GENERATIONS, ['LAUNCH']),
  row('F208', 'the last primitive of a draw is lost', 'sc', GENERATIONS, ['LAUNCH']),
  row('F209', 'loads leave without their GLC bit', 'memory', GENERATIONS, ['PROTO']),
] as const;
