import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import type { LeadDue } from '#contracts/workspace/leads.ts'
import { CLOSED_STAGES } from '#contracts/workspace/stage-keys.ts'
import {
  containsText,
  matchesQuery,
  type SavedQuery,
  storeList,
  tagsText,
} from '#server/workspace/saved/saved-items.ts'

export type LeadChoice = {
  stage?: string | undefined
  due?: LeadDue | undefined
  q?: string | undefined
  today: Day
}

/** When the rows `saved` want their next step; null if never. */
export const dueDay = (today: Day) => sql<Day | null>`case
  when saved.next_day >= ${today}::date or saved.stage <> all(${CLOSED_STAGES}) then saved.next_day end`
export const isOverdue = (today: Day) => sql<SqlBool>`${dueDay(today)} < ${today}::date`
export const isToday = (today: Day) => sql<SqlBool>`saved.next_day = ${today}::date`

function isDue(due: LeadDue, today: Day): RawBuilder<SqlBool> {
  switch (due) {
    case 'overdue':
      return isOverdue(today)
    case 'today':
      return isToday(today)
    case 'later':
      return sql`saved.next_day > ${today}::date`
    case 'none':
      return sql`${dueDay(today)} is null`
    default:
      return due satisfies never
  }
}

const searchedTexts = [
  ...storeList.searchColumns,
  sql<string>`saved.notes`,
  tagsText,
  sql<string>`coalesce(saved.next_step, '')`,
]

/** True for the rows `saved` that are such leads; a text also needs their `stores`. */
export function isChosenLead({ stage, due, q, today }: LeadChoice): RawBuilder<SqlBool> {
  const text = q?.trim()
  const conditions = [
    stage === undefined ? sql`saved.stage is not null` : sql`saved.stage = ${stage}`,
  ]
  if (due) conditions.push(isDue(due, today))
  if (text) conditions.push(containsText(searchedTexts, text))
  return sql`${sql.join(conditions, sql` and `)}`
}

type SavedInput = {
  userId: UserId
  query: SavedQuery
  spellings: string[] | null
  now: Date
}

/** True for the account's saved stores of a query, which may be about its leads. */
export function matchesSavedStore({ userId, query, spellings, now }: SavedInput) {
  const { isLead, stage, due, q, today = dayOf(now) } = query
  if (!isLead && !stage && !due) return matchesQuery(storeList, { userId, query, spellings })
  const others = matchesQuery(storeList, { userId, query: { ...query, q: undefined }, spellings })
  return sql<SqlBool>`(${others} and ${isChosenLead({ stage, due, q, today })})`
}
