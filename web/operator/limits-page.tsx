import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/account/price-list.ts'
import { getLimits, type Limits } from '#contracts/operator/limits.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
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
  const columns = PaidPlan.options.flatMap((plan) =>
    BillingCycle.options.map((cycle) => ({ plan, cycle, key: `${plan} ${cycle}` })),
  )
  return (
    <Block
      title={t('limits.prices')}
      text={t(arePricesSet ? 'limits.pricesSet' : 'limits.pricesDefault')}
    >
      <Table caption={t('limits.prices')}>
        <thead>
          <tr>
            <HeadCell className="ps-5">{t('limits.currency')}</HeadCell>
            {columns.map(({ plan, cycle, key }) => (
              <HeadCell key={key} isNumber className="last:pe-5">
                {t(`limits.${cycle}`, { plan: planName(plan) })}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {PlanCurrency.options.map((currency) => (
            <Row key={currency}>
              <th scope="row" className="px-2.5 py-2.5 ps-5 text-start font-medium">
                {formats.capitalised(formats.currency(currency))}
              </th>
              {columns.map(({ plan, cycle, key }) => (
                <Cell key={key} isNumber className="whitespace-nowrap last:pe-5">
                  {formats.planPrice(prices[currency][plan][cycle] / 100, currency)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}

function PlanLimits({ plans }: Pick<Limits, 'plans'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const planName = usePlanName()
  const numberOf = (value: number | null) =>
    value === null ? t('limits.unlimited') : formats.number(value)
  return (
    <Block title={t('limits.plans')} text={t('limits.plansText')}>
      <Table caption={t('limits.plans')}>
        <thead>
          <tr>
            <HeadCell className="ps-5">{t('limits.limit')}</HeadCell>
            {plans.map(({ plan }) => (
              <HeadCell key={plan} isNumber className="last:pe-5">
                {planName(plan)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['exportRowsPerDay', 'contactsPerDay', 'savedSearches', 'exportFormats'] as const).map(
            (key) => (
              <Row key={key}>
                <th scope="row" className="min-w-40 px-2.5 py-2.5 ps-5 text-start font-medium">
                  {t(`limits.${key}`)}
                </th>
                {plans.map((each) => (
                  <Cell key={each.plan} isNumber className="last:pe-5">
                    {key === 'exportFormats' ? each.exportFormats.join(', ') : numberOf(each[key])}
                  </Cell>
                ))}
              </Row>
            ),
          )}
        </tbody>
      </Table>
    </Block>
  )
}

function Settings({ settings }: Pick<Limits, 'settings'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Block title={t('limits.settings')} text={t('limits.settingsText')}>
      <Table caption={t('limits.settings')}>
        <thead>
          <tr>
            <HeadCell className="ps-5">{t('limits.setting')}</HeadCell>
            <HeadCell isNumber>{t('limits.value')}</HeadCell>
            <HeadCell isNumber className="pe-5">
              {t('limits.default')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, value, default: preset }) => (
            <Row key={name}>
              <th scope="row" className="min-w-48 px-2.5 py-2.5 ps-5 text-start font-medium">
                {t(`limits.names.${name}`)}
                <code className="block font-mono text-xs font-normal wrap-anywhere text-muted">
                  {name}
                </code>
              </th>
              <Cell isNumber className={value === preset ? undefined : 'font-semibold'}>
                {formats.decimal(value)}
              </Cell>
              <Cell isNumber className="pe-5 text-muted">
                {formats.decimal(preset)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}
