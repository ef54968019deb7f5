import type { Factor } from '#contracts/catalog/score-profile.ts'
import { DEAD_MAIL_STATES, type Tier, tiersOf } from '#contracts/catalog/score.ts'
import type { Day } from '#contracts/dates.ts'
import type { Scoring } from '#server/catalog/search/search.ts'
import { storeColumns } from '#server/catalog/search/store-columns.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { columnOfFactor } from '#server/catalog/search/store-scores.ts'
import { type Params, spanCondition } from './params.ts'
import { columnOf, knownColumnOf, sizeColumnOf } from './tables.ts'

/** The points of a row, and the sum of the weights of what is known of it. */
export function scoreExpressions(
  { profile, today }: Scoring,
  params: Params,
): { points: string; known: string } {
  const factors = profile.factors
    .filter(({ weight }) => weight > 0)
    .map((factor) => ({ factor, ...valueOf(factor, today, params) }))
  const sum = (terms: readonly string[]) => `(${terms.join(' + ')})`
  return {
    points: sum(
      factors.map(({ factor, value, isUnknown }) =>
        choose([[isUnknown, 0], ...tiersOf(factor).map((tier) => tierOf(tier, value, params))]),
      ),
    ),
    known: sum(factors.map(({ factor, isUnknown }) => `if(${isUnknown}, 0, ${factor.weight})`)),
  }
}

const choose = (cases: readonly (readonly [condition: string, points: number])[]): string =>
  `multiIf(${cases.map(([condition, points]) => `${condition}, ${points}`).join(', ')}, 0)`

const tierOf = (tier: Tier, value: string, params: Params): [condition: string, points: number] => [
  'span' in tier
    ? spanCondition(value, tier.span, params)
    : `${value} in ${params.add(tier.values, 'Array(String)')}`,
  tier.points,
]

type Value = { value: string; isUnknown: string }

/** A number, or a text. */
function valueOf(factor: Factor, today: Day, params: Params): Value {
  const key = columnOfFactor(factor)
  if (key === null) return { value: CONTACT_KIND, isUnknown: `${CONTACT_KIND} = ''` }
  const column = columnOf(key)
  if (storeColumns[key].kind === 'list')
    return {
      value: 'apps' in factor ? countOf(column, factor.apps, params) : sizeColumnOf(key),
      isUnknown: `not ${knownColumnOf(key)}`,
    }
  if (storeColumns[key].kind === 'code') return { value: column, isUnknown: `${column} = ''` }
  return {
    value:
      factor.kind === 'launchAge'
        ? `(${params.add(dayNumber(today), 'Int32')} - ${column})`
        : column,
    isUnknown: `isNull(${column})`,
  }
}

const countOf = (column: string, values: readonly string[], params: Params): string =>
  `(${values.map((value) => `has(${column}, ${params.add(value, 'String')})`).join(' + ')})`

/** As `contactKindOf`; empty = unknown. */
const [email, emailKind, emailState, ownDomain, phone, contactForm] = [
  columnOf('email'),
  columnOf('emailKind'),
  columnOf('emailState'),
  columnOf('ownDomain'),
  columnOf('phone'),
  columnOf('contactForm'),
]
const dead = DEAD_MAIL_STATES.map((state) => `'${state}'`).join(', ')
const HAS_MAIL = `${email} = 'yes' and ${emailState} not in (${dead})`
const CONTACT_KIND = `multiIf(
  ${HAS_MAIL} and ${ownDomain} = 'yes' and ${emailKind} = 'personal', 'named',
  ${HAS_MAIL} and ${ownDomain} = 'yes', 'business',
  ${HAS_MAIL}, 'free',
  ${phone} = 'yes' or ${contactForm} = 'yes', 'formOrPhone',
  ${email} = '' or ${phone} = '' or ${contactForm} = '', '',
  'none')`
