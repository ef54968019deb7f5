import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import { getLimits, type Limits } from '#contracts/operator/limits.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { DataTable } from '#web/ui/table.tsx'
import { Block, Answer, SectionHead } from './parts.tsx'

/** The prices and limits that are in force, and what changes them. */
function LimitsPage() {
  const { t } = useTranslation('operator')
  const limits = useQuery(q(getLimits, {}))
  return (
    <>
      <SectionHead title={t('menu.limits')} />
      <Answer query={limits}>
        {(data) => (
          <div className="mt-6 grid grid-cols-1 gap-6">
            <Prices limits={data} />
            <PlanLimits plans={data.plans} />
            <Settings settings={data.settings} />
          </div>
        )}
      </Answer>
    </>
  )
}

export { LimitsPage as Component }

export const loader = pageLoader(['operator'])

const usePlanName = () => {
  const { t } = useTranslation('operator')
  return (plan: PaidPlan) =>
    t(plan === 'pro' ? 'accounts.roles.PRO_USER' : 'accounts.roles.PLUS_USER')
}

function Prices({ limits: { prices, arePricesSet } }: { limits: Limits }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const planName = usePlanName()
  const offers = PaidPlan.options.flatMap((plan) =>
    BillingCycle.options.map((cycle) => ({ plan, cycle })),
  )
  return (
    <Block
      title={t('limits.prices')}
      text={t(arePricesSet ? 'limits.pricesSet' : 'limits.pricesDefault')}
    >
      <DataTable
        edges="card"
        caption={t('limits.prices')}
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
    </Block>
  )
}

const LIMITS = ['exportRowsPerDay', 'contactsPerDay', 'savedSearches', 'exportFormats'] as const

function PlanLimits({ plans }: Pick<Limits, 'plans'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const planName = usePlanName()
  const numberOf = (value: number | null) =>
    value === null ? t('limits.unlimited') : formats.number(value)
  return (
    <Block title={t('limits.plans')} text={t('limits.plansText')}>
      <DataTable
        edges="card"
        caption={t('limits.plans')}
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
    </Block>
  )
}

function Settings({ settings }: Pick<Limits, 'settings'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Block title={t('limits.settings')} text={t('limits.settingsText')}>
      <DataTable
        edges="card"
        caption={t('limits.settings')}
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
    </Block>
  )
}
