import { PaidPlan } from '#contracts/billing/price-list.ts'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { LimitName, type Limits } from '#contracts/operator/limits.ts'
import { areUneven, pricesOf } from '#server/billing/api.ts'
import { parseConfig } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'

/** What this process charges and allows; other processes may have other settings. */
export function getLimits({ config }: Pick<AppContext, 'config'>): Limits {
  const defaults = parseConfig({})
  return {
    prices: pricesOf(config),
    arePricesSet: config.PRICES !== '',
    arePricesUneven: areUneven(pricesOf(config)),
    plans: PaidPlan.options.map((plan) => {
      const {
        exportFormats,
        exportRowsPerDay,
        contactsPerDay,
        savedSearches,
        scoreProfiles,
        lists,
        stages,
        templates,
        excludedLines,
        follows,
      } = planRights[plan]
      return {
        plan,
        exportFormats: [...exportFormats],
        exportRowsPerDay,
        contactsPerDay,
        savedSearches,
        scoreProfiles,
        lists,
        stages,
        templates,
        excludedLines,
        follows,
      }
    }),
    settings: LimitName.options.map((name) => ({
      name,
      value: config[name],
      default: defaults[name],
    })),
  }
}
