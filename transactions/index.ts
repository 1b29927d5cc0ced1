export * from './background.js';
export * from './chance/index.js';
export * from './codec.js';
export * from './cosim/design.js';
export * from './cosim/message-rows.js';
export * from './cosim/protocol.js';
export * from './cosim/unit-messages.js';
export * from './covered-pixels.js';
export * from './fault-definition.js';
export * from './faults.js';
export * from './fixed-unknowns.js';
export * from './format-number.js';
export * from './id-space.js';
export * from './input/index.js';
export type { At, CounterValues, OfWave, TraceFieldType } from './kinds/at.js';
export type * from './kinds/background.js';
export type * from './kinds/execution.js';
export * from './kinds/formation.js';
export type * from './kinds/memory.js';
export * from './kinds/quiesced.js';
export * from './kinds/results.js';
export * from './knobs/index.js';
export * from './litmus.js';
export { getRuleText, listRuleIds, setUserRuleTexts } from './named-rules.js';
export type { Program, ProgramArgument, ProgramInput } from './program.js';
export * from './program-descriptor.js';
export * from './rule-definition.js';
export { RULE_IDS } from './rule-ids.js';
export * from './rules.js';
export * from './scenario.js';
export { findContradiction } from './scenario-contradiction.js';
export * from './scenario-limits.js';
export * from './scenes.js';
export { describeFirstIssue } from './schema-message.js';
export * from './shader-sections.js';
export type {
  MapField,
  MapRecord,
  MapSample,
  MapValue,
  SignalMapModule,
  SignalNames,
  SignalValues,
} from './trace/signal-map-module.js';
export { createTraceJsonSchema } from './trace/trace-json-schema.js';
export { requireObject, SCENARIO_RECORD, traceRecord } from './trace/trace-record.js';
export * from './transaction.js';
export * from './unknowns.js';
export * from './usage-error.js';
export * from './user-id.js';
export * from './violation.js';
export * from './visible-text.js';
