import { type Colours, formatQuantity } from '../../harness/text/index.js';
import type { ExplainedWave, WaveReport } from './explain-waves.js';

/** Describes a hang: each wave, then what is impossible. */
export function formatWaves(
  file: string,
  { waves, others, impossible }: WaveReport,
  colour: Colours,
): string {
  const running = formatQuantity(waves.length, 'wave');
  return [
    `${impossible.length > 0 ? colour.red('IMPOSSIBLE') : colour.yellow('STANDING')}  ${file}  ${running} in the program, ${others.length} elsewhere`,
    ...waves.flatMap(formatWave),
    ...(others.length === 0 ? [] : [`not in the program: ${others.join(', ')}`]),
    ...impossible.map((text) => colour.red(`impossible: ${text}`)),
  ].join('\n');
}

function formatWave({
  place,
  pc,
  instruction,
  stand,
  wait,
  ids,
  noIds,
  waitsFor,
  values,
}: ExplainedWave): string[] {
  const idText =
    ids === undefined
      ? `ids not shown: ${noIds}`
      : `id ${ids.id} of packer ${ids.packer}, ${ids.didOverlap ? `overlaps up to id ${ids.newest}` : 'no overlap'}`;
  const where = stand === 'unknown' ? 'where it stands depends on its path' : stand;
  return [
    `${place}  pc 0x${pc.toString(16)} ${instruction}  ${where}`,
    `  ${idText}`,
    ...(wait === undefined ? [] : [`  at a wait: ${wait}`]),
    ...(waitsFor === undefined ? [] : [`  waits for ${waitsFor}`]),
    `  ${Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ];
}
