import { fraction } from '../random.ts'
import type { Tick } from './tick.ts'

/** When within its tick a certificate was logged. */
export const momentIn = (
  seed: number,
  tick: Pick<Tick, 'fromMs' | 'atMs'>,
  kind: string,
  ordinal: number,
): number =>
  tick.fromMs + 1 + Math.floor(fraction(seed, 'moment', kind, ordinal) * (tick.atMs - tick.fromMs))
