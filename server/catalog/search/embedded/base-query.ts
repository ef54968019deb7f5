import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { activeKeys } from '#server/catalog/search/choices.ts'
import { isPersonal, markKeys } from '#server/catalog/search/store-columns.ts'
import { ownValues } from '#server/catalog/search/store-values.ts'

/** As text, without functions: an account's marks are part of it by their revision. */
export const keyOf = (query: StoreQuery): string => JSON.stringify(query)

/** Only with what its choices need, so that accounts share as much as possible. */
export function plainQuery(query: StoreQuery): StoreQuery {
  const { days, scope, visibleAfter, choices, marks = {}, since, scoring } = query
  const needed = markKeys.filter(
    (key) =>
      marks[key] && (choices[key] || ownValues.some((own) => own.mark === key && choices[own.key])),
  )
  return {
    days,
    scope,
    ...(visibleAfter && { visibleAfter }),
    choices,
    ...(needed.length > 0 && { marks: Object.fromEntries(needed.map((key) => [key, marks[key]])) }),
    ...(choices.isNew && { since }),
    ...(choices.score && { scoring }),
  }
}

/** A score is the same for all accounts with the same profile. */
const isOfAccount = (key: FilterKey): boolean => isPersonal(key) && key !== 'score'

/**
 * The query among whose stores this one's are; null where they follow from dates and scope.
 * Accounts that leave out some stores share what their other choices find.
 */
export function baseOf(query: StoreQuery): StoreQuery | null {
  const { choices } = query
  const keys = activeKeys(query)
  if (keys.length === 0) return null
  const own = keys.filter(isOfAccount)
  const isShared = own.length > 0 && own.every((key) => choices[key]?.include.length === 0)
  const shared = isShared ? keys.filter((key) => !isOfAccount(key)) : []
  return plainQuery({
    ...query,
    choices: Object.fromEntries(shared.map((key) => [key, choices[key]])),
  })
}
