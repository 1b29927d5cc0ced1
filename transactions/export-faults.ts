import type { Gfx } from '../arch/index.js';
import { GENERATIONS } from '../arch/index.js';
import type { Fault } from './faults.js';

const WITH_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];

/** Faults of exports and of their space (faults.md G); rows of `FAULTS`. */
export const EXPORT_FAULT_ROWS = [
  {
    id: 'F130',
    title: 'the shader has no export',
    where: 'program',
    generations: GENERATIONS,
    classes: ['EXP', 'HANG', 'ORD'],
  },
  {
    id: 'F131',
    title: 'the draw has no export format, so that its exports are skipped',
    where: 'registers',
    generations: ['gfx10', 'gfx10.3'],
    classes: ['ORD', 'EXP', 'CFG'],
  },
  {
    id: 'F132',
    title: 'done is on an export before the last one',
    where: 'program',
    generations: ['gfx11'],
    classes: ['EXP', 'PROTO', 'RACE', 'ORD'],
  },
  {
    id: 'F133',
    title: 'two exports of a wave carry done',
    where: 'program',
    generations: GENERATIONS,
    classes: ['EXP', 'PROTO'],
  },
  {
    id: 'F134',
    title: 'no export carries done',
    where: 'program',
    generations: ['gfx11'],
    classes: ['HANG', 'EXP'],
  },
  {
    id: 'F135',
    title: 'the last export goes to the null target, which GFX11 lacks',
    where: 'program',
    generations: ['gfx11'],
    classes: ['EXP', 'PROTO', 'HANG'],
  },
  {
    id: 'F136',
    title: 'the discard exit exports depth in a shader that exports colour only',
    where: 'program',
    generations: ['gfx11'],
    classes: ['EXP'],
  },
  {
    id: 'F137',
    title: 'a colour export comes ahead of that of depth',
    where: 'program',
    generations: ['gfx11'],
    classes: ['EXP', 'HANG'],
  },
  {
    id: 'F138',
    title: 'a null export enables channels',
    where: 'program',
    generations: WITH_IDS,
    classes: ['EXP'],
  },
  {
    id: 'F139',
    title: 'the part that stores leaves its waits to the epilog, whose export with done does not wait',
    where: 'program',
    generations: ['gfx11'],
    classes: ['RACE', 'ORD'],
  },
  {
    id: 'F141',
    title: 'the space of a wave that exported nothing but null is not given back',
    where: 'sx',
    generations: GENERATIONS,
    classes: ['EXP', 'HANG'],
  },
  {
    id: 'F142',
    title: 'colours go to the buffer of another packer',
    where: 'sx',
    generations: GENERATIONS,
    classes: ['EXP'],
  },
  {
    id: 'F143',
    title: 'an export is executed before its space is allocated',
    where: 'sx',
    generations: GENERATIONS,
    classes: ['EXP'],
  },
  {
    id: 'F144',
    title: 'a wave that sleeps for export space is not woken when it comes',
    where: 'sx',
    generations: GENERATIONS,
    classes: ['HANG'],
  },
  {
    id: 'F145',
    title: 'exports of one type are granted youngest first',
    where: 'sx',
    generations: GENERATIONS,
    classes: ['EXP', 'HANG'],
  },
] as const satisfies readonly Fault[];
