import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanName, type PlanRights, planRights } from '#contracts/billing/plan-rights.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { namesOf } from './tiers.ts'
import { usePlanCurrency, usePrices } from './use-prices.ts'

const columns: readonly PlanName[] = ['guest', 'pro', 'plus']

/**
 * What each plan includes, from the table that the server enforces: what one may look at, keep and
 * take out. On phones the name of each row is above its values.
 */
export function PlanTable() {
  const { t } = useTranslation('pricing')
  const groups = useGroups()
  return (
    <section className="page mt-12 sm:mt-16">
      <h2 id="side-by-side" className="text-2xl">
        {t('table.title')}
      </h2>
      <p className="mt-3 max-w-xl text-muted">{t('table.intro')}</p>
      <table
        aria-labelledby="side-by-side"
        className="mt-6 block w-full text-start text-sm sm:table sm:table-fixed"
      >
        <thead className="block sm:table-header-group">
          <tr className="grid grid-cols-3 border-b border-rule sm:table-row">
            <th scope="col" className="sr-only text-start sm:not-sr-only sm:w-2/5 sm:py-3">
              <span className="sr-only">{t('table.feature')}</span>
            </th>
            {columns.map((plan) => (
              <PlanHead key={plan} plan={plan} />
            ))}
          </tr>
        </thead>
        {groups.map(({ name, rows }) => (
          <tbody key={name} className="block sm:table-row-group">
            <tr className="block border-b border-line sm:table-row">
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className="eyebrow block pt-5 pb-2 text-start sm:table-cell"
              >
                {name}
              </th>
            </tr>
            {rows.map((row) => (
              <TableRow key={row.name} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function PlanHead({ plan }: { plan: PlanName }) {
  const { t } = useTranslation('pricing')
  const { planPrice } = useFormats()
  const currency = usePlanCurrency()
  const prices = usePrices()
  const price = plan === 'guest' ? 0 : prices.kind === 'known' ? prices.of(plan).monthlyPrice : null
  return (
    <th
      scope="col"
      className={cn(
        'py-3 pe-3 text-start text-base font-semibold sm:px-4',
        plan === 'plus' && 'sm:bg-surface',
      )}
    >
      {t(`plans.${plan}.name`)}
      {price !== null && (
        <span className="block text-xs font-normal text-muted">
          {planPrice(price, currency)}
          {price > 0 && ` ${t('perMonth')}`}
        </span>
      )}
    </th>
  )
}

const TableRow = ({ row: { name, valueOf } }: { row: Row }) => (
  <tr className="grid grid-cols-3 border-b border-line sm:table-row">
    <th
      scope="row"
      className="col-span-3 pt-2.5 text-start font-normal max-sm:text-muted sm:py-2.5 sm:pe-4"
    >
      {name}
    </th>
    {columns.map((plan) => (
      <td
        key={plan}
        className={cn('py-2.5 pe-3 max-sm:last:pe-0 sm:px-4', plan === 'plus' && 'sm:bg-surface')}
      >
        {valueOf(planRights[plan])}
      </td>
    ))}
  </tr>
)

type Row = { name: string; valueOf: (rights: PlanRights) => ReactNode }

function useGroups(): { name: string; rows: Row[] }[] {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const isIn = (value: boolean) => <Included isIn={value} />
  const limit = (most: number | null) => {
    if (most === 0) return isIn(false)
    return most === null ? t('table.unlimited') : formats.number(most)
  }
  return [
    {
      name: t('table.look'),
      rows: [
        { name: t('table.counters'), valueOf: () => isIn(true) },
        { name: t('table.research'), valueOf: ({ hasResearch }) => isIn(hasResearch) },
        { name: t('table.contacts'), valueOf: ({ contactsPerDay }) => limit(contactsPerDay) },
      ],
    },
    {
      name: t('table.keep'),
      rows: [
        { name: t('table.saved'), valueOf: ({ hasResearch }) => isIn(hasResearch) },
        { name: t('table.lists'), valueOf: ({ lists }) => limit(lists) },
        { name: t('table.stages'), valueOf: ({ stages }) => limit(stages) },
        { name: t('table.templates'), valueOf: ({ templates }) => limit(templates) },
        {
          name: t('table.excludedLines'),
          valueOf: ({ excludedLines }) => limit(excludedLines),
        },
        { name: t('table.follows'), valueOf: ({ follows }) => limit(follows) },
        { name: t('table.searches'), valueOf: ({ savedSearches }) => limit(savedSearches) },
        {
          name: t('table.scoreProfiles'),
          valueOf: ({ scoreProfiles }) => limit(scoreProfiles),
        },
        {
          name: t('table.instantAlerts'),
          valueOf: ({ hasInstantAlerts }) => isIn(hasInstantAlerts),
        },
      ],
    },
    {
      name: t('table.takeOut'),
      rows: [
        {
          name: t('table.formats'),
          valueOf: ({ exportFormats }) => namesOf(exportFormats) || isIn(false),
        },
        { name: t('table.rows'), valueOf: ({ exportRowsPerDay }) => limit(exportRowsPerDay) },
        { name: t('table.webhooks'), valueOf: ({ hasWebhooks }) => isIn(hasWebhooks) },
        { name: t('table.apiKeys'), valueOf: ({ hasApiKeys }) => isIn(hasApiKeys) },
      ],
    },
  ]
}

function Included({ isIn }: { isIn: boolean }) {
  const { t } = useTranslation('pricing')
  const Sign = isIn ? Check : Minus
  return (
    <>
      <Sign className={cn('size-4', isIn ? 'text-good' : 'text-faint')} aria-hidden />
      <span className="sr-only">{t(isIn ? 'table.included' : 'table.missing')}</span>
    </>
  )
}
