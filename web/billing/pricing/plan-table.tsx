import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanName, type PlanRights, planRights } from '#contracts/billing/plans.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { namesOf } from './tiers.ts'

const columns: readonly PlanName[] = ['guest', 'pro', 'plus']

/**
 * What each plan includes, from the table that the server enforces. On phones the name of each row
 * is above its values.
 */
export function PlanTable() {
  const { t } = useTranslation('pricing')
  const rows = useRows()
  return (
    <section className="page mt-18 sm:mt-24">
      <h2 id="side-by-side" className="text-2xl">
        {t('table.title')}
      </h2>
      <p className="mt-3 max-w-xl text-muted">{t('table.intro')}</p>
      <table
        aria-labelledby="side-by-side"
        className="mt-8 block w-full text-start sm:table sm:table-fixed"
      >
        <thead className="block sm:table-header-group">
          <tr className="grid grid-cols-3 border-b border-rule sm:table-row">
            <th scope="col" className="sr-only text-start sm:not-sr-only sm:w-2/5 sm:py-3">
              <span className="eyebrow">{t('table.feature')}</span>
            </th>
            {columns.map((plan) => (
              <th key={plan} scope="col" className="py-3 pe-3 text-start font-semibold sm:px-4">
                {t(`plans.${plan}.name`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map(({ name, valueOf }) => (
            <tr key={name} className="grid grid-cols-3 border-b border-line sm:table-row">
              <th
                scope="row"
                className="col-span-3 pt-3 text-start text-sm font-normal text-muted sm:py-3.5 sm:pe-4 sm:text-base sm:text-ink"
              >
                {name}
              </th>
              {columns.map((plan) => (
                <td
                  key={plan}
                  className={cn(
                    'py-2.5 pe-3 text-sm max-sm:last:pe-0 sm:px-4 sm:py-3.5',
                    plan === 'plus' && 'sm:bg-surface',
                  )}
                >
                  {valueOf(planRights[plan])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Row = { name: string; valueOf: (rights: PlanRights) => ReactNode }

function useRows(): Row[] {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const limit = (most: number | null) => {
    if (most === 0) return <Included isIn={false} />
    return most === null ? t('table.unlimited') : formats.number(most)
  }
  return [
    { name: t('table.counters'), valueOf: () => <Included isIn /> },
    { name: t('table.research'), valueOf: ({ hasResearch }) => <Included isIn={hasResearch} /> },
    { name: t('table.saved'), valueOf: ({ hasResearch }) => <Included isIn={hasResearch} /> },
    {
      name: t('table.formats'),
      valueOf: ({ exportFormats }) => namesOf(exportFormats) || <Included isIn={false} />,
    },
    { name: t('table.contacts'), valueOf: ({ contactsPerDay }) => limit(contactsPerDay) },
    { name: t('table.rows'), valueOf: ({ exportRowsPerDay }) => limit(exportRowsPerDay) },
    { name: t('table.searches'), valueOf: ({ savedSearches }) => limit(savedSearches) },
    {
      name: t('table.instantAlerts'),
      valueOf: ({ hasInstantAlerts }) => <Included isIn={hasInstantAlerts} />,
    },
    { name: t('table.webhooks'), valueOf: ({ hasWebhooks }) => <Included isIn={hasWebhooks} /> },
    { name: t('table.apiKeys'), valueOf: ({ hasApiKeys }) => <Included isIn={hasApiKeys} /> },
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
