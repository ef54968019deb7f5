import type { Trend } from '#contracts/catalog/trending.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const TREND_TONES: Record<Trend['badge'], BadgeTone> = {
  testing: 'plain',
  heating: 'sun',
  proven: 'good',
}
