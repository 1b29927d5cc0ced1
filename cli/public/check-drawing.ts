import { CHIP_NAMES, type ChipName, chipOf, isChipName, type WaveSize } from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { type Area, PRIMITIVE_KINDS, type PrimitiveKind, type Triangle } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';

/** The x and y of a primitive's three corners. */
const COORDINATES_PER_PRIMITIVE = 6;

/** The maximum edge length of an area, in pixels; the same as in a scenario. */
const MAX_EDGE = 16_384;

/** The primitives of a draw. */
interface PrimitiveDraw {
  readonly kind: PrimitiveKind;
  readonly primitives: readonly Triangle[];
}

/** Throws a one-line `UsageError` for an unknown chip, or for a wave size that the chip does not support. */
export function checkDevice(chip: ChipName, wave: WaveSize | undefined): void {
  if (!isChipName(chip)) throw makeUnknownNameError('chip', chip, CHIP_NAMES);
  const { waveSizes } = chipOf(chip);
  if (wave !== undefined && !waveSizes.includes(wave)) {
    throw new UsageError(`Invalid wave ${wave}: expected ${waveSizes.join(' or ')} on ${chip}`);
  }
}

/** Throws a one-line `UsageError` for an area that is invalid for scenes and draws. */
export function checkArea({ width, height }: Area): void {
  const isEdge = (pixels: number): boolean => Number.isInteger(pixels) && pixels >= 1 && pixels <= MAX_EDGE;
  if (isEdge(width) && isEdge(height)) return;
  throw new UsageError(`Invalid area ${width}x${height}: expected width and height from 1 to ${MAX_EDGE}`);
}

/** Throws a one-line `UsageError` if there are no primitives or some cannot be drawn. */
export function checkDraws(draws: readonly PrimitiveDraw[]): void {
  const unknownKind = draws.map(({ kind }) => kind).find((kind) => !PRIMITIVE_KINDS.includes(kind));
  if (unknownKind !== undefined) throw makeUnknownNameError('kind', unknownKind, PRIMITIVE_KINDS);
  const primitives = draws.flatMap((draw) => draw.primitives);
  if (primitives.length === 0)
    throw new UsageError('Invalid draws: expected at least one primitive, got none');
  const invalid = primitives.find(
    (primitive) => primitive.length !== COORDINATES_PER_PRIMITIVE || !primitive.every(isCoordinate),
  );
  if (invalid !== undefined) {
    throw new UsageError(
      `Invalid primitive [${invalid.join(', ')}]: expected six 32-bit integers, the x and y of each corner in 1/256ths of a pixel`,
    );
  }
}

function isCoordinate(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}
