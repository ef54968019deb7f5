import type { Factor, FactorKind } from '#contracts/catalog/score-profile.ts'

/** Beside the others, until the reader weighs it. */
const WEIGHT = 5

/** A factor of a kind with settings that suit many; its sentence says which. */
export function newFactor(kind: FactorKind): Factor {
  const weight = WEIGHT
  switch (kind) {
    case 'launchAge':
      return { kind, weight, fullDays: 7 }
    case 'contact':
      return { kind, weight, best: 'named' }
    case 'hasApp':
    case 'lacksApp':
      return { kind, weight, apps: ['klaviyo-email-marketing-sms'] }
    case 'catalogueSize':
      return { kind, weight, from: 10, to: 250 }
    case 'price':
      return { kind, weight, from: 20, to: 150 }
    case 'category':
      return { kind, weight, all: ['fashion'], half: [] }
    case 'newProducts':
      return { kind, weight, window: 7 }
    case 'theme':
      return { kind, weight, themes: ['dawn'] }
    case 'country':
      return { kind, weight, all: ['US'], half: [] }
    case 'alive':
    case 'risk':
      return { kind, weight }
    default:
      return kind satisfies never
  }
}
