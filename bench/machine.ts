import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine on which figures were measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  /** Load average over the minute before the run. Other load distorts the figures. */
  readonly loadAverage: number;
}

/** Describes this machine and this version of Node. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.versions.node,
    v8: process.versions.v8,
    loadAverage: Math.round(loadavg()[0] * 10) / 10,
  };
}
