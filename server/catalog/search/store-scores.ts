import type { Factor } from '#contracts/catalog/score-profile.ts'
import {
  type ContactKind,
  contactKindOf,
  type ScoredValues,
  scoreStore,
  type StoreScore,
} from '#contracts/catalog/score.ts'
import type { Scoring } from './search.ts'
import { storeColumns, valueIn } from './store-columns.ts'
import { dayAt } from './store-readings.ts'
import type { IndexedStore } from './store-rows.ts'
import type { ColumnKey } from './store-values.ts'

/** The filters whose values say how a store can be reached. */
export const CONTACT_KEYS = [
  'email',
  'emailKind',
  'emailState',
  'ownDomain',
  'phone',
  'contactForm',
] as const satisfies readonly ColumnKey[]

/** The filter whose value a factor looks at; the kind of contact follows from several. */
export function columnOfFactor(factor: Factor): ColumnKey | null {
  switch (factor.kind) {
    case 'contact':
      return null
    case 'launchAge':
      return 'launched'
    case 'hasApp':
    case 'lacksApp':
      return 'apps'
    case 'catalogueSize':
      return 'products'
    case 'newProducts':
      return factor.window === 7 ? 'newProducts7' : 'newProducts30'
    case 'theme':
      return 'themeFamily'
    case 'risk':
      return 'risks'
    case 'price':
    case 'category':
    case 'country':
    case 'alive':
      return factor.kind
    default:
      return factor satisfies never
  }
}

/** @param textOf the value of one of these filters; null = not known */
export function contactBy(
  textOf: (key: (typeof CONTACT_KEYS)[number]) => string | null,
): ContactKind | null {
  const isYes = (answer: string | null) => (answer === null ? null : answer === 'yes')
  return contactKindOf({
    email: isYes(textOf('email')),
    emailKind: textOf('emailKind'),
    emailState: textOf('emailState'),
    ownDomain: isYes(textOf('ownDomain')),
    phone: isYes(textOf('phone')),
    contactForm: isYes(textOf('contactForm')),
  })
}

export const scoreIndexed = ({ profile, today }: Scoring, store: IndexedStore): StoreScore =>
  scoreStore(profile, scoredValues(store), today)

/** As the filters of the list have them. */
function scoredValues(store: IndexedStore): ScoredValues {
  const launched = numberOf('launched', store)
  return {
    launchDate: launched === null ? null : dayAt(launched),
    contact: contactBy((key) => textOf(key, store)),
    apps: listOf('apps', store),
    products: numberOf('products', store),
    price: numberOf('price', store),
    category: textOf('category', store),
    newProducts7: numberOf('newProducts7', store),
    newProducts30: numberOf('newProducts30', store),
    themeFamily: textOf('themeFamily', store),
    country: textOf('country', store),
    alive: textOf('alive', store) === 'yes',
    risks: listOf('risks', store),
  }
}

function numberOf(key: ColumnKey, store: IndexedStore): number | null {
  const rule = storeColumns[key]
  return rule.kind === 'number' ? rule.read(store) : null
}

function textOf(key: ColumnKey, store: IndexedStore): string | null {
  const rule = storeColumns[key]
  const item = rule.kind === 'code' ? rule.read(store) : null
  return item === null ? null : valueIn(item)
}

function listOf(key: ColumnKey, store: IndexedStore): string[] | null {
  const rule = storeColumns[key]
  return rule.kind === 'list' ? (rule.read(store)?.map(valueIn) ?? null) : null
}
