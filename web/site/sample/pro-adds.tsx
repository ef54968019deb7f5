import { useTranslation } from 'react-i18next'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { PriceLine } from '#web/site/landing/price-line.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

const rows = ['days', 'contacts', 'stores', 'use'] as const

/** What Pro adds, said once, at the end. */
export function ProAdds() {
  const { t } = useTranslation('sample')
  const { number } = useFormats()
  return (
    <section aria-labelledby="adds-title" className="-mb-16">
      <div className="page grid items-center gap-x-16 gap-y-7 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <div>
          <h2 id="adds-title" className="text-2xl">
            {t('adds.title')}
          </h2>
          <PriceLine />
          <LinkButton to={paths.pricing()} className="mt-4">
            {t('adds.action')}
          </LinkButton>
        </div>
        <table className="w-full overflow-hidden rounded-lg border border-line bg-surface text-start text-sm">
          <caption className="sr-only">{t('adds.title')}</caption>
          <thead>
            <tr className="text-start">
              <th scope="col" className="w-1/2 bg-sunken px-4.5 py-2.5 text-start text-muted">
                {t('adds.here')}
              </th>
              <th scope="col" className="px-4.5 py-2.5 text-start">
                {t('adds.pro')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} className="border-t border-line align-top">
                <td className="bg-sunken px-4.5 py-2.5 text-muted">{t(`adds.rows.${row}.here`)}</td>
                <td className="px-4.5 py-2.5">
                  {t(`adds.rows.${row}.pro`, { contacts: number(planRights.pro.contactsPerDay) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
