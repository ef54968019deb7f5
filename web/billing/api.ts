/** Plans and their prices, for the pages that name them. */
export { FeatureList } from './pricing/plans.tsx'
export { annualSaving, FREE_FEATURES, priceOf, type Tier, tiers } from './pricing/tiers.ts'
