import type { Selectable } from 'kysely'
import type { Trend } from '#contracts/trending.ts'
import type { Database } from '#server/db/schema.ts'

export const trendColumns = ['day', 'score', 'badge', 'stores', 'components'] as const

export type TrendRow = Pick<Selectable<Database['trend_scores']>, (typeof trendColumns)[number]>

export const presentTrend = ({ day, score, badge, stores, components }: TrendRow): Trend => ({
  day,
  score,
  badge,
  stores,
  components: components.map(({ name, weight, value, points, inputs }) => ({
    name,
    weight,
    value,
    points,
    inputs,
  })),
})
