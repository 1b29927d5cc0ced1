import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine on which the figures were measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  /** Load average over the minute before the run. A high load distorts the figures. */
  readonly loadAverage: number;
}

/** Describes the current machine and Node version. */
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
