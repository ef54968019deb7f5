import {
  TREND_BADGES,
  TREND_COMPONENTS,
  TREND_FORMULA,
  type TrendComponentName,
  type TrendFormula,
} from '#contracts/catalog/trending.ts'

const { version, windowDays, newStoreDays, gate, weights, constants, badges } = TREND_FORMULA

type Explanation = Pick<TrendFormula['components'][number], 'description' | 'formula' | 'inputs'>

const EXPLANATIONS: Record<TrendComponentName, Explanation> = {
  spread: {
    description: 'How many different new stores began to list the product in the window.',
    formula: `ln(1 + stores) / ln(1 + ${constants.spreadFullStores})`,
    inputs: ['stores'],
  },
  growth: {
    description: 'How fast that grows: this window against the one before.',
    formula: `(stores - storesBefore) / (stores + ${constants.growthDamping})`,
    inputs: ['stores', 'storesBefore'],
  },
  places: {
    description: "Its place in the stores' own best-seller collections and on their home pages.",
    formula: `placeSum / listingStores; a store gives its best place: (${constants.lastPlace + 1} - place) / ${constants.lastPlace}, at home × ${constants.homeShare}`,
    inputs: ['bestSellerStores', 'homeStores', 'placeSum', 'listingStores'],
  },
  stock: {
    description: 'Stores where it sold out or came back in the window.',
    formula: '(soldOutStores + restockedStores) / listingStores',
    inputs: ['soldOutStores', 'restockedStores', 'listingStores'],
  },
  price: {
    description: 'Stores that changed its price in the window; a raise says more than a cut.',
    formula: `(priceUpStores + ${constants.cutShare} × priceDownStores) / listingStores`,
    inputs: ['priceUpStores', 'priceDownStores', 'listingStores'],
  },
  age: {
    description: 'How young it is: days since the first new store listed it.',
    formula: `2 ^ (-ageDays / ${constants.ageHalfLifeDays})`,
    inputs: ['ageDays'],
  },
}

const FORMULA: TrendFormula = {
  version,
  windowDays,
  newStoreDays,
  gate,
  components: TREND_COMPONENTS.map((name) => ({
    name,
    weight: weights[name],
    ...EXPLANATIONS[name],
  })),
  constants,
  badges: TREND_BADGES.map((name) => ({ name, conditions: badges[name] })),
  sources: [
    '/products.json',
    "the stores' home pages",
    "the stores' own best-seller collections",
    'the day on which a store was found',
  ],
  neverUsed: [
    'pages sorted by sales (robots.txt forbids them)',
    'estimates of traffic or turnover',
    'advertisements',
    'data of other services',
  ],
}

/** Built from the constants that compute the score. */
export async function getTrendFormula(): Promise<TrendFormula> {
  return FORMULA
}
