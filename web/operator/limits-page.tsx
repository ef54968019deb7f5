import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import { getLimits, type Limits } from '#contracts/operator/limits.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ConsolePage, TableBlock, usePlanName } from './parts.tsx'

function LimitsPage() {
  const { t } = useTranslation('operator')
  const limits = useQuery(q(getLimits, {}))
  return (
    <ConsolePage title={t('menu.limits')} query={limits}>
      {(data) => (
        <>
          <Prices limits={data} />
          <PlanLimits plans={data.plans} />
          <Settings settings={data.settings} />
        </>
      )}
    </ConsolePage>
  )
}

export { LimitsPage as Component }

function Prices({ limits: { prices, arePricesSet, arePricesUneven } }: { limits: Limits }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const planName = usePlanName()
  const offers = PaidPlan.options.flatMap((plan) =>
    BillingCycle.options.map((cycle) => ({ plan, cycle })),
  )
  return (
    <TableBlock
      title={t('limits.prices')}
      text={[
        t(arePricesSet ? 'limits.pricesSet' : 'limits.pricesDefault'),
        ...(arePricesUneven ? [t('limits.pricesUneven')] : []),
      ].join(' ')}
      items={PlanCurrency.options}
      keyOf={(currency) => currency}
      columns={[
        {
          head: t('limits.currency'),
          rowHead: 'strong',
          cell: (currency) => formats.capitalised(formats.currency(currency)),
        },
        ...offers.map(({ plan, cycle }) => ({
          head: t(`limits.${cycle}`, { plan: planName(plan) }),
          isNumber: true,
          className: 'whitespace-nowrap',
          cell: (currency: PlanCurrency) =>
            formats.planPrice(prices[currency][plan][cycle] / 100, currency),
        })),
      ]}
    />
  )
}

const LIMITS = [
  'exportRowsPerDay',
  'contactsPerDay',
  'savedSearches',
  'scoreProfiles',
  'lists',
  'stages',
  'templates',
  'excludedLines',
  'follows',
  'exportFormats',
] as const

function PlanLimits({ plans }: Pick<Limits, 'plans'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const planName = usePlanName()
  const numberOf = (value: number | null) =>
    value === null ? t('limits.unlimited') : formats.number(value)
  return (
    <TableBlock
      title={t('limits.plans')}
      text={t('limits.plansText')}
      items={LIMITS}
      keyOf={(key) => key}
      columns={[
        {
          head: t('limits.limit'),
          rowHead: 'strong',
          className: 'min-w-40',
          cell: (key) => t(`limits.${key}`),
        },
        ...plans.map((each) => ({
          head: planName(each.plan),
          isNumber: true,
          cell: (key: (typeof LIMITS)[number]) =>
            key === 'exportFormats' ? each.exportFormats.join(', ') : numberOf(each[key]),
        })),
      ]}
    />
  )
}

function Settings({ settings }: Pick<Limits, 'settings'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <TableBlock
      title={t('limits.settings')}
      text={t('limits.settingsText')}
      items={settings}
      keyOf={({ name }) => name}
      columns={[
        {
          head: t('limits.setting'),
          rowHead: 'strong',
          className: 'min-w-48',
          cell: ({ name }) => (
            <>
              {t(`limits.names.${name}`)}
              <code className="block font-mono text-xs font-normal wrap-anywhere text-muted">
                {name}
              </code>
            </>
          ),
        },
        {
          head: t('limits.value'),
          isNumber: true,
          className: ({ value, default: preset }) => value !== preset && 'font-semibold',
          cell: ({ value }) => formats.decimal(value),
        },
        {
          head: t('limits.default'),
          isNumber: true,
          className: 'text-muted',
          cell: ({ default: preset }) => formats.decimal(preset),
        },
      ]}
    />
  )
}
