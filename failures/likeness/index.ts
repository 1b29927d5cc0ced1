export { FaultLibrary } from './choice.js';
export type { FaultPrint } from './distance.js';
export { readFaultPrints, writeFaultPrints } from './fault-prints.js';
export { likenessOfRun, printOfGroup } from './likeness-of-run.js';
export { similarFaultLines, similarFaultReport } from './likeness-text.js';
export { makePrint } from './print.js';
