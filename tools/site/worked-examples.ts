import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChipName, drawing, type FaultId, type Triangle } from '../../cli/public/stimulus.js';

/** A run with its own page that shows it event by event. */
interface WorkedExample {
  readonly name: string;
  readonly chip: ChipName;
  readonly fault?: FaultId;
}

/** The runs for `docs/journeys/how-pops-works.md`, by the names used in its links. */
export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  { name: 'order-by-ids', chip: 'navi21' },
  { name: 'order-by-exports', chip: 'navi31' },
  { name: 'id-runs-ahead', chip: 'navi21', fault: 'F46' },
  { name: 'opened-too-early', chip: 'navi31', fault: 'F43' },
];

/** Covers the same six pixels each time, so that each wave overlaps the previous one. Units are 1/256 pixel. */
const REPEATED_TRIANGLE: Triangle = [0, 0, 1024, 0, 0, 1024];
const REPETITIONS = 3;

/** Writes each run's page into a folder, as `replay --trace html` does. Throws if a run fails to produce one. */
export function writeWorkedExamples(folder: string, commandLine: string): void {
  mkdirSync(folder, { recursive: true });
  const workFolder = mkdtempSync(join(tmpdir(), 'worked-'));
  for (const { name, chip, fault } of WORKED_EXAMPLES) {
    const draws = [Array.from({ length: REPETITIONS }, () => REPEATED_TRIANGLE)];
    const scenario = drawing(draws, { area: { width: 8, height: 8 }, chip });
    const faults = fault === undefined ? [] : [fault];
    writeFileSync(join(workFolder, `${name}.json`), JSON.stringify({ ...scenario, name, faults }));
    const args = [commandLine, 'replay', `${name}.json`, '--trace', 'html'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: workFolder, encoding: 'utf8' });
    // Two of the runs are meant to violate a rule, which makes the command exit with 1.
    if (status !== (fault === undefined ? 0 : 1)) throw new Error(`Cannot create ${name}: ${stderr}`);
    renameSync(join(workFolder, 'trace.html'), join(folder, `${name}.html`));
  }
  rmSync(workFolder, { recursive: true });
}
