import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SavedStore } from '#contracts/workspace/saved.ts'
import { getStoreDetails, type StoreSummary } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ContactsLimited } from '#web/ui/store/contacts.tsx'
import { Country } from '#web/ui/store/country.tsx'
import { StoreLogo } from '#web/ui/store/store-logo.tsx'
import { StoreStatus } from '#web/ui/store/store-status.tsx'
import { EntryFrame, type EntryProps } from './entry-frame.tsx'

export function StoreEntry(props: EntryProps<SavedStore>) {
  const { t } = useTranslation('saved')
  const { store } = props.item
  const client = useQueryClient()
  const prefetch = () =>
    void client.prefetchQuery(q(getStoreDetails, { params: { id: String(store.id) } }))
  return (
    <EntryFrame {...props}>
      <StoreLogo url={store.logoUrl} name={store.name} className="size-11 max-[26rem]:hidden" />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.store(store.id)}
          data-row-link
          onPointerEnter={prefetch}
          onFocus={prefetch}
          className="inline-block max-w-full font-semibold break-words text-ink hover:underline"
        >
          {store.name}
        </Link>
        <p className="flex items-center text-sm text-muted">
          <ExternalLink
            href={`https://${store.domain}`}
            className="min-w-0 py-1 wrap-anywhere hover:text-ink hover:underline"
          >
            {store.domain}
          </ExternalLink>
          <CopyButton value={store.domain} label={t('entry.domain')} />
        </p>
        {store.contactsLimited && <ContactsLimited className="mt-1 block" />}
        {store.email !== null && (
          <p className="flex items-center text-sm text-muted">
            <Mail className="me-2 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{store.email}</span>
            <CopyButton value={store.email} label={t('entry.email')} />
          </p>
        )}
        <Marks store={store} />
      </div>
    </EntryFrame>
  )
}

function Marks({ store }: { store: StoreSummary }) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const { productCount } = store
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <StoreStatus status={store.status} />
      {store.launchStatus === 'established' && <Badge>{t('entry.established')}</Badge>}
      {store.country && <Country code={store.country} />}
      <span>{t('entry.foundOn', { day: formats.day(store.foundDay) })}</span>
      {productCount !== null && (
        <span>
          {t('entry.products', { count: productCount, total: formats.number(productCount) })}
        </span>
      )}
    </p>
  )
}
