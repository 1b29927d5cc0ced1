// Made by `bundle/collect-rules.mjs`, which `npm run build` runs; not edited by hand.
import type { Rule } from './evidence/rule/rule.js';
import { COLLISION_ARGUMENT_RULES } from './rules/cfg/collision-arguments.js';
import { DRAIN_RULES } from './rules/cfg/drain.js';
import { GRANULARITY_RULES } from './rules/cfg/granularity.js';
import { RASTERISATION_RULES } from './rules/cfg/rasterisation.js';
import { SURROUNDING_RULES } from './rules/cfg/surroundings.js';
import { EXP_01 } from './rules/exp/exp-01.js';
import { EXP_02 } from './rules/exp/exp-02.js';
import { EXP_03 } from './rules/exp/exp-03.js';
import { EXP_04 } from './rules/exp/exp-04.js';
import { EXP_05 } from './rules/exp/exp-05.js';
import { EXP_06 } from './rules/exp/exp-06.js';
import { EXP_07 } from './rules/exp/exp-07.js';
import { EXP_08 } from './rules/exp/exp-08.js';
import { EXP_09 } from './rules/exp/exp-09.js';
import { HANG_01 } from './rules/hang/hang-01.js';
import { HANG_02 } from './rules/hang/hang-02.js';
import { HANG_03 } from './rules/hang/hang-03.js';
import { HANG_04 } from './rules/hang/hang-04.js';
import { HANG_05 } from './rules/hang/hang-05.js';
import { HANG_06 } from './rules/hang/hang-06.js';
import { HANG_07 } from './rules/hang/hang-07.js';
import { HANG_08 } from './rules/hang/hang-08.js';
import { HANG_09 } from './rules/hang/hang-09.js';
import { IDLE_01 } from './rules/idle/idle-01.js';
import { IDLE_02 } from './rules/idle/idle-02.js';
import { IDLE_03 } from './rules/idle/idle-03.js';
import { IDLE_04 } from './rules/idle/idle-04.js';
import { LAUNCH_01 } from './rules/launch/launch-01.js';
import { LAUNCH_02 } from './rules/launch/launch-02.js';
import { LAUNCH_03 } from './rules/launch/launch-03.js';
import { LAUNCH_04 } from './rules/launch/launch-04.js';
import { LAUNCH_05 } from './rules/launch/launch-05.js';
import { LAUNCH_06 } from './rules/launch/launch-06.js';
import { LAUNCH_07 } from './rules/launch/launch-07.js';
import { LAUNCH_08 } from './rules/launch/launch-08.js';
import { LAUNCH_09 } from './rules/launch/launch-09.js';
import { LAUNCH_10 } from './rules/launch/launch-10.js';
import { LAUNCH_11 } from './rules/launch/launch-11.js';
import { LAUNCH_12 } from './rules/launch/launch-12.js';
import { LAUNCH_13 } from './rules/launch/launch-13.js';
import { ORD_01 } from './rules/ord/ord-01.js';
import { ORD_02 } from './rules/ord/ord-02.js';
import { ORD_03 } from './rules/ord/ord-03.js';
import { ORD_04 } from './rules/ord/ord-04.js';
import { ORD_05 } from './rules/ord/ord-05.js';
import { ORD_06 } from './rules/ord/ord-06.js';
import { ORD_07 } from './rules/ord/ord-07.js';
import { ORD_08 } from './rules/ord/ord-08.js';
import { ORD_09 } from './rules/ord/ord-09.js';
import { ORD_10 } from './rules/ord/ord-10.js';
import { ORD_11 } from './rules/ord/ord-11.js';
import { ORD_12 } from './rules/ord/ord-12.js';
import { ORD_13 } from './rules/ord/ord-13.js';
import { ORD_14 } from './rules/ord/ord-14.js';
import { PATH_RULES } from './rules/paths/path-rules.js';
import { PERF_01 } from './rules/perf/perf-01.js';
import { PERF_02 } from './rules/perf/perf-02.js';
import { PERF_03 } from './rules/perf/perf-03.js';
import { PERF_04 } from './rules/perf/perf-04.js';
import { PERF_05 } from './rules/perf/perf-05.js';
import { PERF_06 } from './rules/perf/perf-06.js';
import { PERF_07 } from './rules/perf/perf-07.js';
import { PERF_08 } from './rules/perf/perf-08.js';
import { PROTO_01 } from './rules/proto/proto-01.js';
import { PROTO_02 } from './rules/proto/proto-02.js';
import { PROTO_03 } from './rules/proto/proto-03.js';
import { PROTO_04 } from './rules/proto/proto-04.js';
import { PROTO_05 } from './rules/proto/proto-05.js';
import { PROTO_07 } from './rules/proto/proto-07.js';
import { PROTO_08 } from './rules/proto/proto-08.js';
import { PROTO_10 } from './rules/proto/proto-10.js';
import { PROTO_12 } from './rules/proto/proto-12.js';
import { RACE_01 } from './rules/race/race-01.js';
import { RACE_02 } from './rules/race/race-02.js';
import { RACE_03 } from './rules/race/race-03.js';
import { RACE_06 } from './rules/race/race-06.js';
import { RACE_07 } from './rules/race/race-07.js';
import { RACE_08 } from './rules/race/race-08.js';
import { RACE_09 } from './rules/race/race-09.js';
import { RACE_10 } from './rules/race/race-10.js';
import { RACE_11 } from './rules/race/race-11.js';
import { RACE_12 } from './rules/race/race-12.js';
import { VIS_01 } from './rules/vis/vis-01.js';
import { VIS_02 } from './rules/vis/vis-02.js';
import { VIS_03 } from './rules/vis/vis-03.js';
import { VIS_04 } from './rules/vis/vis-04.js';
import { VIS_05 } from './rules/vis/vis-05.js';
import { WEAK_01 } from './rules/weak/weak-01.js';
import { WEAK_02 } from './rules/weak/weak-02.js';
import { WEAK_03 } from './rules/weak/weak-03.js';
import { WEAK_04 } from './rules/weak/weak-04.js';
import { WEAK_05 } from './rules/weak/weak-05.js';
import { WEAK_06 } from './rules/weak/weak-06.js';
import { WEAK_07 } from './rules/weak/weak-07.js';
import { WEAK_08 } from './rules/weak/weak-08.js';
import { WEAK_09 } from './rules/weak/weak-09.js';
import { WIRE_01 } from './rules/wire/wire-01.js';
import { WIRE_02 } from './rules/wire/wire-02.js';
import { WIRE_03 } from './rules/wire/wire-03.js';
import { WIRE_04 } from './rules/wire/wire-04.js';
import { WIRE_05 } from './rules/wire/wire-05.js';
import { WIRE_06 } from './rules/wire/wire-06.js';
import { WIRE_07 } from './rules/wire/wire-07.js';
import { WIRE_08 } from './rules/wire/wire-08.js';
import { WIRE_09 } from './rules/wire/wire-09.js';
import { WIRE_10 } from './rules/wire/wire-10.js';
import { WIRE_11 } from './rules/wire/wire-11.js';
import { WIRE_12 } from './rules/wire/wire-12.js';
import { WIRE_13 } from './rules/wire/wire-13.js';
import { WIRE_14 } from './rules/wire/wire-14.js';

/** The records of all rules, file by file. */
export const RULE_RECORDS: readonly Rule[] = [
  ...COLLISION_ARGUMENT_RULES,
  ...DRAIN_RULES,
  ...GRANULARITY_RULES,
  ...RASTERISATION_RULES,
  ...SURROUNDING_RULES,
  EXP_01,
  EXP_02,
  EXP_03,
  EXP_04,
  EXP_05,
  EXP_06,
  EXP_07,
  EXP_08,
  EXP_09,
  HANG_01,
  HANG_02,
  HANG_03,
  HANG_04,
  HANG_05,
  HANG_06,
  HANG_07,
  HANG_08,
  HANG_09,
  IDLE_01,
  IDLE_02,
  IDLE_03,
  IDLE_04,
  LAUNCH_01,
  LAUNCH_02,
  LAUNCH_03,
  LAUNCH_04,
  LAUNCH_05,
  LAUNCH_06,
  LAUNCH_07,
  LAUNCH_08,
  LAUNCH_09,
  LAUNCH_10,
  LAUNCH_11,
  LAUNCH_12,
  LAUNCH_13,
  ORD_01,
  ORD_02,
  ORD_03,
  ORD_04,
  ORD_05,
  ORD_06,
  ORD_07,
  ORD_08,
  ORD_09,
  ORD_10,
  ORD_11,
  ORD_12,
  ORD_13,
  ORD_14,
  ...PATH_RULES,
  PERF_01,
  PERF_02,
  PERF_03,
  PERF_04,
  PERF_05,
  PERF_06,
  PERF_07,
  PERF_08,
  PROTO_01,
  PROTO_02,
  PROTO_03,
  PROTO_04,
  PROTO_05,
  PROTO_07,
  PROTO_08,
  PROTO_10,
  PROTO_12,
  RACE_01,
  RACE_02,
  RACE_03,
  RACE_06,
  RACE_07,
  RACE_08,
  RACE_09,
  RACE_10,
  RACE_11,
  RACE_12,
  VIS_01,
  VIS_02,
  VIS_03,
  VIS_04,
  VIS_05,
  WEAK_01,
  WEAK_02,
  WEAK_03,
  WEAK_04,
  WEAK_05,
  WEAK_06,
  WEAK_07,
  WEAK_08,
  WEAK_09,
  WIRE_01,
  WIRE_02,
  WIRE_03,
  WIRE_04,
  WIRE_05,
  WIRE_06,
  WIRE_07,
  WIRE_08,
  WIRE_09,
  WIRE_10,
  WIRE_11,
  WIRE_12,
  WIRE_13,
  WIRE_14,
];
