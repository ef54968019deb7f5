import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Invoice, listInvoices } from '#contracts/billing/plans.ts'
import { Section } from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { useDayOf } from './plan-prices.ts'

/** The call uses the provider's API, and invoices change only through actions on this page. */
export const invoicesQuery = {
  ...q(listInvoices, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
}

export function InvoicesSection() {
  const { t } = useTranslation('settings')
  const invoices = useQuery(invoicesQuery)
  return (
    <Section title={t('plan.invoices.title')}>
      <Loaded
        query={invoices}
        title={t('plan.invoices.failed')}
        skeleton={<Skeleton className="grid gap-3" bones={['h-6', 'h-6']} />}
      >
        {({ invoices }) => <Invoices all={invoices} />}
      </Loaded>
    </Section>
  )
}

function Invoices({ all }: { all: readonly Invoice[] }) {
  const { t } = useTranslation('settings')
  if (all.length === 0) return <p className="text-sm text-muted">{t('plan.invoices.none')}</p>
  return (
    <ul className="@container -my-3 divide-y divide-line">
      {all.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  )
}

const tones: Record<Invoice['status'], BadgeTone> = { paid: 'good', open: 'sun', void: 'plain' }

function InvoiceRow({
  invoice: { number, status, amountMinor, currency, issuedAt, url },
}: {
  invoice: Invoice
}) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const dayOf = useDayOf()
  const name = number ?? t('plan.invoices.unnumbered')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 @md:grid-cols-[7rem_minmax(0,1fr)_auto_6rem]">
      <time dateTime={issuedAt} className="text-sm text-muted">
        {dayOf(issuedAt)}
      </time>
      <span className="text-sm wrap-anywhere @max-md:order-3">
        {url ? (
          <ExternalLink href={url} className="link min-h-6">
            {t('plan.invoices.number', { number: name })}
          </ExternalLink>
        ) : (
          t('plan.invoices.number', { number: name })
        )}
      </span>
      <span className="justify-self-end @max-md:order-4">
        <Badge tone={tones[status]}>{t(`plan.invoices.${status}`)}</Badge>
      </span>
      <span className="justify-self-end font-semibold @max-md:order-2">
        {formats.money(amountMinor / 100, currency)}
      </span>
    </li>
  )
}
