import type { FieldRules } from './field-rule.js';
import { MEMORY_RULES } from './memory-rules.js';
import { PIXEL_RULES } from './pixel-rules.js';
import { SHADER_RULES } from './shader-rules.js';

/** Every class whose objects hold state of the device, with the fields that do not simply count as state. */
export const CLASS_RULES: ReadonlyMap<unknown, FieldRules> = new Map([
  ...PIXEL_RULES,
  ...SHADER_RULES,
  ...MEMORY_RULES,
]);
