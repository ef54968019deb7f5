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
    // The answer's schema drops the rights that are no limits.
    plans: PaidPlan.options.map((plan) => ({
      plan,
      ...planRights[plan],
      exportFormats: [...planRights[plan].exportFormats],
    })),
    settings: LimitName.options.map((name) => ({
      name,
      value: config[name],
      default: defaults[name],
    })),
  }
}
