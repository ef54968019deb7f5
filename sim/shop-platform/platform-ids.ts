import { fraction, hash } from '../random.ts'
import { YEAR_MS } from '../time.ts'
import { sideNumber, type ShopReference } from './shop-reference.ts'

/** Ids are counter × 32768 + pod; one counter per pod and kind of object, all rising with time. */
const POD_SPAN = 32_768

type Point = readonly [ms: number, counter: number]
const year = (text: string): number => Date.parse(`${text}T00:00:00Z`)

/** Counter values on known dates; values between and beyond them are interpolated linearly. */
const SHOPS: Point[] = [
  [year('2018-01-01'), 24_000],
  [year('2019-09-20'), 314_000],
  [year('2020-08-20'), 1_145_000],
  [year('2021-02-04'), 1_630_000],
  [year('2021-06-22'), 1_771_000],
  [year('2022-10-05'), 2_044_000],
  [year('2024-08-20'), 2_526_000],
  [year('2025-02-20'), 2_766_000],
  [year('2026-01-10'), 2_946_000],
  [year('2026-11-20'), 3_150_000],
]
const PRODUCTS: Point[] = [
  [year('2018-01-01'), 20_000_000],
  [year('2020-08-01'), 171_000_000],
  [year('2022-04-01'), 232_000_000],
  [year('2024-12-11'), 304_246_000],
  [year('2026-11-20'), 352_000_000],
]
const VARIANTS: Point[] = [
  [year('2018-01-01'), 330_000_000],
  [year('2020-08-01'), 1_100_000_000],
  [year('2022-04-01'), 1_310_000_000],
  [year('2024-12-13'), 1_556_000_000],
  [year('2026-11-20'), 1_720_000_000],
]
const THEMES: Point[] = [
  [year('2018-01-01'), 1_200_000],
  [year('2022-07-16'), 4_017_000],
  [year('2024-01-01'), 4_600_000],
  [year('2025-11-20'), 5_612_000],
  [year('2026-11-20'), 6_050_000],
]
const LEGACY_SHOPS: Point[] = [
  [year('2013-01-01'), 1_800_000],
  [year('2016-07-01'), 14_014_759],
  [year('2016-10-01'), 15_416_853],
  [year('2017-03-01'), 18_156_521],
  [year('2018-01-01'), 25_300_000],
]

function counterAt(points: readonly Point[], ms: number): number {
  let right = 1
  while (right < points.length - 1 && (points[right]?.[0] ?? 0) < ms) right++
  const [fromMs, from] = points[right - 1] ?? [0, 0]
  const [toMs, to] = points[right] ?? [1, 0]
  return Math.floor(from + ((ms - fromMs) / (toMs - fromMs)) * (to - from))
}

const PODS = 180
const BLOCK = 4096

export type PodId = { shopId: number; pod: number }

/**
 * Within a block of 4096 counters (some days), pod and low bits come from the ordinal, so that no
 * two shops share an id; the block comes from the date.
 */
export function shopIdOf(seed: number, { side, ordinal }: ShopReference, createdMs: number): PodId {
  if (createdMs < year('2018-01-01')) {
    const legacy = counterAt(LEGACY_SHOPS, createdMs)
    return {
      shopId: legacy - (legacy % BLOCK) + (ordinal % BLOCK),
      pod: 2 + (hash(seed, 'legacy-pod', ordinal) % 40),
    }
  }
  const slot = ((ordinal * 3 + sideNumber(side)) * 7919) % (PODS * BLOCK)
  const newestPod = 60 + Math.max(0, Math.floor(((createdMs - year('2019-01-01')) / YEAR_MS) * 40))
  const pod = Math.max(3, newestPod - PODS + 20 + Math.floor(slot / BLOCK))
  // Each pod counts independently, so ids follow the order of dates only roughly.
  const drift = 1 + (fraction(seed, 'pod-drift', pod) - 0.5) * 0.01
  const counter = Math.floor(counterAt(SHOPS, createdMs) * drift)
  return { shopId: (counter - (counter % BLOCK) + (slot % BLOCK)) * POD_SPAN + pod, pod }
}

const podId = (points: readonly Point[], ms: number, offset: number, pod: number): number =>
  (counterAt(points, ms) + offset) * POD_SPAN + pod

export const productIdAt = (ms: number, offset: number, pod: number): number =>
  podId(PRODUCTS, ms, offset, pod)
export const variantIdAt = (ms: number, offset: number, pod: number): number =>
  podId(VARIANTS, ms, offset, pod)
export const imageIdAt = (ms: number, offset: number, pod: number): number =>
  podId(VARIANTS, ms, offset + 300_000_000, pod)
export const themeIdAt = (ms: number, offset: number, pod: number): number =>
  podId(THEMES, ms, offset, pod)

/** `/s/files/1/0782/4094/0356` for 78240940356; `/s/files/1/1680/1407` for eight digits. */
export function cdnPath(shopId: number): string {
  const digits = String(shopId)
  const padded = digits.length <= 8 ? digits.padStart(8, '0') : digits.padStart(12, '0')
  return `/s/files/1/${(padded.match(/.{4}/g) ?? []).join('/')}`
}
