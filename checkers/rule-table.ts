import { createCfg01 } from './cfg/cfg-01.js';
import { createCfg02 } from './cfg/cfg-02.js';
import { createCfg03 } from './cfg/cfg-03.js';
import { createCfg04 } from './cfg/cfg-04.js';
import { createCfg05 } from './cfg/cfg-05.js';
import { createCfg06 } from './cfg/cfg-06.js';
import { createCfg07 } from './cfg/cfg-07.js';
import { createCfg08 } from './cfg/cfg-08.js';
import { createCfg09 } from './cfg/cfg-09.js';
import { createCfg10 } from './cfg/cfg-10.js';
import { createCfg11 } from './cfg/cfg-11.js';
import { createCfg12 } from './cfg/cfg-12.js';
import { createCfg13 } from './cfg/cfg-13.js';
import { createCfg14 } from './cfg/cfg-14.js';
import { createCfg15 } from './cfg/cfg-15.js';
import { createCfg16 } from './cfg/cfg-16.js';
import { createCfg17 } from './cfg/cfg-17.js';
import { createCfg18 } from './cfg/cfg-18.js';
import { createCfg19 } from './cfg/cfg-19.js';
import { createCfg20 } from './cfg/cfg-20.js';
import { createCfg21 } from './cfg/cfg-21.js';
import { createExp01 } from './exp/exp-01.js';
import { createExp02 } from './exp/exp-02.js';
import { createExp03 } from './exp/exp-03.js';
import { createExp04 } from './exp/exp-04.js';
import { createExp05 } from './exp/exp-05.js';
import { createExp06 } from './exp/exp-06.js';
import { createExp07 } from './exp/exp-07.js';
import { createExp08 } from './exp/exp-08.js';
import { createExp09 } from './exp/exp-09.js';
import { createHang01 } from './hang/hang-01.js';
import { createHang02 } from './hang/hang-02.js';
import { createHang03 } from './hang/hang-03.js';
import { createHang04 } from './hang/hang-04.js';
import { createHang05 } from './hang/hang-05.js';
import { createHang06 } from './hang/hang-06.js';
import { createHang07 } from './hang/hang-07.js';
import { createHang08 } from './hang/hang-08.js';
import { createHang09 } from './hang/hang-09.js';
import { createHang10 } from './hang/hang-10.js';
import { createIdle01 } from './idle/idle-01.js';
import { createIdle02 } from './idle/idle-02.js';
import { createIdle03 } from './idle/idle-03.js';
import { createIdle04 } from './idle/idle-04.js';
import { createLaunch01 } from './launch/launch-01.js';
import { createLaunch02 } from './launch/launch-02.js';
import { createLaunch03 } from './launch/launch-03.js';
import { createLaunch04 } from './launch/launch-04.js';
import { createLaunch05 } from './launch/launch-05.js';
import { createLaunch06 } from './launch/launch-06.js';
import { createLaunch07 } from './launch/launch-07.js';
import { createLaunch08 } from './launch/launch-08.js';
import { createLaunch09 } from './launch/launch-09.js';
import { createLaunch10 } from './launch/launch-10.js';
import { createLaunch11 } from './launch/launch-11.js';
import { createLaunch12 } from './launch/launch-12.js';
import { createOrd01 } from './ord/ord-01.js';
import { createOrd02 } from './ord/ord-02.js';
import { createOrd03 } from './ord/ord-03.js';
import { createOrd04 } from './ord/ord-04.js';
import { createOrd05 } from './ord/ord-05.js';
import { createOrd06 } from './ord/ord-06.js';
import { createOrd07 } from './ord/ord-07.js';
import { createOrd08 } from './ord/ord-08.js';
import { createOrd09 } from './ord/ord-09.js';
import { createOrd10 } from './ord/ord-10.js';
import { createOrd11 } from './ord/ord-11.js';
import { SPACE_AND_ROOM, WHATEVER_HAPPENS } from './partial/reads.js';
import { createPerf01 } from './perf/perf-01.js';
import { createPerf02 } from './perf/perf-02.js';
import { createPerf03 } from './perf/perf-03.js';
import { createPerf04 } from './perf/perf-04.js';
import { createPerf05 } from './perf/perf-05.js';
import { createPerf06 } from './perf/perf-06.js';
import { createPerf07 } from './perf/perf-07.js';
import { createProto01 } from './proto/proto-01.js';
import { createProto02 } from './proto/proto-02.js';
import { createProto03 } from './proto/proto-03.js';
import { createProto04 } from './proto/proto-04.js';
import { createProto05 } from './proto/proto-05.js';
import { createProto06 } from './proto/proto-06.js';
import { createProto07 } from './proto/proto-07.js';
import { createProto08 } from './proto/proto-08.js';
import { createProto09 } from './proto/proto-09.js';
import { createProto10 } from './proto/proto-10.js';
import { createProto11 } from './proto/proto-11.js';
import { createProto12 } from './proto/proto-12.js';
import { createRace01 } from './race/race-01.js';
import { createRace02 } from './race/race-02.js';
import { createRace03 } from './race/race-03.js';
import { createRace04 } from './race/race-04.js';
import { createRace05 } from './race/race-05.js';
import { createRace06 } from './race/race-06.js';
import { createRace07 } from './race/race-07.js';
import type { RuleTable } from './rule/rule.js';
import { createVis01 } from './vis/vis-01.js';
import { createVis02 } from './vis/vis-02.js';
import { createVis03 } from './vis/vis-03.js';

/** Every rule with its judge; a row of `transactions/rules.ts` without an entry here does not compile. */
export const RULE_TABLE: RuleTable = {
  'ORD-01': { create: createOrd01, needs: ['wave-formed', 'memory-issued', 'memory-performed'] },
  'ORD-02': { create: createOrd02, needs: ['wave-formed', 'memory-issued'] },
  'ORD-03': {
    create: createOrd03,
    needs: ['wave-formed', 'wave-ended', 'memory-issued', 'memory-dumped'],
    reads: ({ excuses }) => excuses,
  },
  'ORD-04': { create: createOrd04, needs: ['wave-formed', 'section-exit'], reads: ({ exits }) => exits },
  'ORD-05': { create: createOrd05, needs: ['wave-formed', 'section-exit'], reads: ({ exits }) => exits },
  'ORD-06': {
    create: createOrd06,
    needs: ['wave-formed', 'wave-ended', 'section-exit'],
    reads: ({ exits }) => [...exits, 'memory-performed'],
  },
  'ORD-07': { create: createOrd07, needs: ['wave-formed'] },
  'ORD-08': { create: createOrd08, needs: ['wave-formed'] },
  'ORD-09': {
    create: createOrd09,
    needs: [],
    reads: ({ excuses }) => [
      'wave-formed',
      'wave-ended',
      'memory-issued',
      'memory-performed',
      'memory-dumped',
      ...excuses,
    ],
  },
  'ORD-10': { create: createOrd10, needs: [], reads: () => ['wave-formed', 'wave-ended', 'depth-tested'] },
  'ORD-11': { create: createOrd11, needs: ['wave-formed', 'wave-ended'], reads: ({ exits }) => exits },
  'IDLE-01': {
    create: createIdle01,
    needs: ['wave-formed', 'section-exit'],
    reads: ({ entry, exits, entryBounds }) => [entry, ...exits, ...entryBounds],
  },
  'IDLE-02': {
    create: createIdle02,
    needs: ['wave-formed', 'section-exit', 'sx-alloc'],
    reads: ({ exits }) => [
      ...exits,
      ...SPACE_AND_ROOM,
      'export-granted',
      'export-requested',
      'hwreg-written',
      'instructions-issued',
      'memory-issued',
      'overlap',
      'translation-failed',
      'wait-done',
    ],
  },
  'IDLE-03': {
    create: createIdle03,
    needs: ['wave-formed', 'instructions-issued', 'resource-released'],
    reads: () => WHATEVER_HAPPENS,
  },
  'IDLE-04': { create: createIdle04, needs: ['wave-formed', 'section-exit'] },
  'HANG-01': {
    create: createHang01,
    needs: ['wave-formed', 'wave-ended', 'quiesced'],
    reads: () => ['draw-end'],
  },
  'HANG-02': { create: createHang02, needs: ['wave-formed'], partNeeds: ['quiesced'] },
  'HANG-03': { create: createHang03, needs: ['wave-formed', 'wave-ended', 'message-sent'] },
  'HANG-04': {
    create: createHang04,
    needs: ['wave-formed', 'wave-ended', 'quiesced'],
    reads: ({ exits }) => exits,
  },
  'HANG-05': {
    create: createHang05,
    needs: ['wave-formed', 'quiesced'],
    reads: () => ['exiting-id-visible', 'hwreg-written'],
  },
  'HANG-06': {
    create: createHang06,
    needs: ['wave-formed', 'quiesced'],
    reads: ({ exits }) => [
      ...exits,
      ...SPACE_AND_ROOM,
      'exiting-id-visible',
      'memory-performed',
      'section-exit',
    ],
  },
  'HANG-07': { create: createHang07, needs: ['wave-formed', 'section-exit', 'quiesced'] },
  'HANG-08': { create: createHang08, needs: ['wave-formed', 'quiesced'] },
  'HANG-09': {
    create: createHang09,
    needs: ['wave-formed', 'quiesced'],
    reads: () => ['background-formed', 'sx-alloc', 'wave-launched'],
  },
  'HANG-10': { create: createHang10, needs: [] },
  'RACE-01': {
    create: createRace01,
    needs: ['wave-formed', 'memory-issued', 'memory-performed', 'wait-done'],
    reads: ({ exits }) => exits,
  },
  'RACE-02': {
    create: createRace02,
    needs: ['wave-formed', 'instructions-issued', 'memory-issued', 'memory-performed', 'wait-done'],
  },
  'RACE-03': { create: createRace03, needs: ['wave-formed', 'memory-issued'], reads: ({ entry }) => [entry] },
  'RACE-04': { create: createRace04, needs: [] },
  'RACE-05': { create: createRace05, needs: [] },
  'RACE-06': {
    create: createRace06,
    needs: ['wave-formed', 'memory-issued'],
    reads: () => ['memory-performed', 'memory-returned'],
  },
  'RACE-07': {
    create: createRace07,
    needs: ['wave-formed', 'memory-issued', 'memory-performed', 'message-sent'],
  },
  'VIS-01': { create: createVis01, needs: ['wave-formed', 'memory-issued', 'memory-performed'] },
  'VIS-02': {
    create: createVis02,
    needs: ['wave-formed', 'memory-issued', 'memory-performed', 'section-exit'],
  },
  'VIS-03': { create: createVis03, needs: ['wave-formed', 'memory-issued', 'memory-performed'] },
  'PROTO-01': {
    create: createProto01,
    needs: ['wave-formed', 'wave-ended', 'message-sent'],
    reads: ({ exits }) => exits,
  },
  'PROTO-02': { create: createProto02, needs: ['wave-formed'] },
  'PROTO-03': { create: createProto03, needs: [] },
  'PROTO-04': { create: createProto04, needs: ['wave-formed'], reads: () => ['hwreg-written'] },
  'PROTO-05': { create: createProto05, needs: ['wave-formed'] },
  'PROTO-06': { create: createProto06, needs: [] },
  'PROTO-07': { create: createProto07, needs: ['wave-formed', 'memory-issued', 'message-sent'] },
  'PROTO-08': { create: createProto08, needs: [] },
  'PROTO-09': { create: createProto09, needs: [] },
  'PROTO-10': { create: createProto10, needs: ['instructions-issued'] },
  'PROTO-11': { create: createProto11, needs: [] },
  'PROTO-12': { create: createProto12, needs: [] },
  'CFG-01': { create: createCfg01, needs: [] },
  'CFG-02': { create: createCfg02, needs: [] },
  'CFG-03': { create: createCfg03, needs: [] },
  'CFG-04': { create: createCfg04, needs: [] },
  'CFG-05': { create: createCfg05, needs: [] },
  'CFG-06': { create: createCfg06, needs: [] },
  'CFG-07': { create: createCfg07, needs: [] },
  'CFG-08': { create: createCfg08, needs: [] },
  'CFG-09': { create: createCfg09, needs: [] },
  'CFG-10': { create: createCfg10, needs: [] },
  'CFG-11': { create: createCfg11, needs: [] },
  'CFG-12': { create: createCfg12, needs: [] },
  'CFG-13': { create: createCfg13, needs: [] },
  'CFG-14': { create: createCfg14, needs: [] },
  'CFG-15': { create: createCfg15, needs: [] },
  'CFG-16': { create: createCfg16, needs: [] },
  'CFG-17': { create: createCfg17, needs: [] },
  'CFG-18': { create: createCfg18, needs: [] },
  'CFG-19': { create: createCfg19, needs: [] },
  'CFG-20': { create: createCfg20, needs: [] },
  'CFG-21': { create: createCfg21, needs: [] },
  'LAUNCH-01': {
    create: createLaunch01,
    needs: ['wave-formed', 'wave-launched', 'resource-released'],
    reads: ({ earlyReleases }) => [
      'background-allocated',
      'background-formed',
      'background-released',
      'group-allocated',
      'group-released',
      'wave-ended',
      ...earlyReleases,
    ],
  },
  'LAUNCH-02': {
    create: createLaunch02,
    needs: ['wave-formed', 'wave-launched'],
    reads: () => ['background-allocated', 'group-allocated'],
  },
  'LAUNCH-03': { create: createLaunch03, needs: ['wave-formed', 'wave-launched'] },
  'LAUNCH-04': { create: createLaunch04, needs: ['wave-formed', 'wave-launched'] },
  'LAUNCH-05': { create: createLaunch05, needs: ['wave-formed'] },
  'LAUNCH-06': { create: createLaunch06, needs: ['wave-formed'], reads: () => ['depth-tested'] },
  'LAUNCH-07': { create: createLaunch07, needs: ['wave-formed', 'wave-launched'] },
  'LAUNCH-08': { create: createLaunch08, needs: [], reads: () => ['background-formed'] },
  'LAUNCH-09': {
    create: createLaunch09,
    needs: [],
    reads: () => ['background-barrier-reached', 'background-formed', 'instructions-issued', 'wave-ended'],
  },
  'LAUNCH-10': { create: createLaunch10, needs: ['wave-formed', 'section-exit'] },
  'LAUNCH-11': { create: createLaunch11, needs: ['wave-formed'] },
  'LAUNCH-12': { create: createLaunch12, needs: ['draw-begin', 'primitive', 'draw-end'] },
  'EXP-01': { create: createExp01, needs: ['wave-formed', 'sx-alloc'] },
  'EXP-02': {
    create: createExp02,
    needs: ['wave-formed', 'export-requested', 'export-granted'],
    reads: () => ['background-launched', 'wave-launched'],
  },
  'EXP-03': { create: createExp03, needs: ['wave-formed', 'export-granted'] },
  'EXP-04': { create: createExp04, needs: ['wave-formed', 'sx-alloc', 'sx-freed'] },
  'EXP-05': { create: createExp05, needs: ['wave-formed', 'exported'] },
  'EXP-06': {
    create: createExp06,
    needs: ['wave-formed', 'wave-ended', 'exported', 'export-granted'],
    reads: ({ excuses }) => ['depth-tested', ...excuses],
  },
  'EXP-07': { create: createExp07, needs: ['wave-formed', 'exported'] },
  'EXP-08': {
    create: createExp08,
    needs: ['wave-formed', 'exported', 'message-sent'],
    reads: () => ['export-granted', 'export-requested'],
  },
  'EXP-09': {
    create: createExp09,
    needs: [],
    reads: () => ['background-formed', 'export-granted', 'wave-ended'],
  },
  'PERF-01': { create: createPerf01, needs: ['wave-formed', 'section-exit'], reads: ({ exits }) => exits },
  'PERF-02': { create: createPerf02, needs: ['wave-formed'], reads: ({ exits }) => exits },
  'PERF-03': { create: createPerf03, needs: ['wave-formed'] },
  'PERF-04': {
    create: createPerf04,
    needs: ['wave-formed', 'memory-issued', 'memory-performed'],
    reads: ({ entry, exits }) => [entry, ...exits],
  },
  'PERF-05': {
    create: createPerf05,
    needs: ['wave-formed', 'exported', 'message-sent'],
    reads: ({ exits }) => exits,
  },
  'PERF-06': { create: createPerf06, needs: ['wave-formed', 'exiting-id-polled'] },
  'PERF-07': { create: createPerf07, needs: [] },
};
