export { checkTrace } from './check-trace.js';
export { TraceJudge } from './trace-judge.js';
