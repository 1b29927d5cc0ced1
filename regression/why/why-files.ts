import { join } from 'node:path';
import { scenarioToJson } from '../../transactions/index.js';
import { FAILURE_FILES } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';
import type { Why } from './why.js';

/** Writes the picture of an explanation, and the passing test as a scenario, into a folder; returns their names. */
export function writeWhy(
  folder: string,
  { nearestPass }: Why,
  picture: string,
): { readonly svg: string; readonly nearestPass?: string } {
  const svg = join(folder, FAILURE_FILES.whyPicture);
  writeWhole(svg, picture);
  if (nearestPass === null) return { svg };
  const file = join(folder, FAILURE_FILES.nearestPass);
  writeWhole(file, scenarioToJson(nearestPass.scenario));
  return { svg, nearestPass: file };
}
