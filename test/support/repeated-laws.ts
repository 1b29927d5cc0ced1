import fc from 'fast-check';

/** Laws draw the same cases in every run, as every run here repeats; `POPS_TB_LAWS=3` draws others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POPS_TB_LAWS ?? 1) });
