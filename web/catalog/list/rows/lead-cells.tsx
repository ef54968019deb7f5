import { FileText } from 'lucide-react'
import { DAY_MS, dayStart } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ContactsLimited, mailtoOf } from '#web/ui/store/contacts.tsx'
import { useRowTexts } from './row-texts.tsx'
import { ContactState, NotPublished } from './store-cells.tsx'

type CellProps = { store: StoreSummary }

/** The e-mail address, the kind of mailbox, and whether its domain accepts mail. */
export function LeadEmail({ store }: CellProps) {
  const { t } = useRowTexts()
  if (store.contactsLimited && store.hasEmail) return <ContactsLimited />
  if (!store.email) return <NotPublished />
  // Whether the domain accepts mail comes first, because it must stay visible when there is no room
  // for both.
  const details = [
    t(`lead.${store.emailState ?? 'unknown'}`),
    ...(store.emailKind ? [t(`filter.emailKind.options.${store.emailKind}`)] : []),
  ]
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 flex-1">
        <a
          href={mailtoOf(store.email)}
          className="relative z-1 block truncate font-semibold text-link hover:underline"
          title={store.email}
        >
          {store.email}
        </a>
        <p
          className="flex h-5.5 items-center gap-1.5 text-xs text-muted"
          title={details.join(' · ')}
        >
          {isOwnDomain(store.email, store.domain) && (
            <Badge tone="good">{t('lead.ownDomain')}</Badge>
          )}
          <span
            className={cn(
              'min-w-0 truncate',
              store.emailState === 'no_mx' && 'font-semibold text-bad',
            )}
          >
            {details.join(' · ')}
          </span>
        </p>
      </div>
      <span className="relative z-1">
        <CopyButton value={store.email} label={t('lead.copyEmail', { name: store.name })} />
      </span>
    </div>
  )
}

export function LeadPhone({ store }: CellProps) {
  const { t } = useRowTexts()
  const isLimited = store.contactsLimited && store.hasPhone
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 flex-1 *:block *:truncate">
        <span>{store.phone ?? (isLimited ? <ContactsLimited /> : <NotPublished />)}</span>
        {store.hasContactForm && (
          <span className="text-xs text-muted">
            <FileText className="me-1 inline size-3.5 align-[-0.15em]" aria-hidden />
            {t('lead.form')}
          </span>
        )}
      </div>
      {store.phone && (
        <span className="relative z-1">
          <CopyButton value={store.phone} label={t('lead.copyPhone', { name: store.name })} />
        </span>
      )}
    </div>
  )
}

/**
 * Its address, as far as today's contacts of the plan allow; without one, which contacts it
 * publishes.
 */
export const PrelaunchContact = ({ store }: CellProps) =>
  store.hasEmail ? <LeadEmail store={store} /> : <ContactState store={store} />

/** Since when it can be found, and how many days it has been in preparation. */
export function PrelaunchAge({ store }: CellProps) {
  const { t, formats } = useRowTexts()
  const days = (dayStart(useToday()).getTime() - dayStart(store.foundDay).getTime()) / DAY_MS
  return (
    <>
      <span className="block whitespace-nowrap">{formats.day(store.foundDay)}</span>
      <span className="text-xs text-muted">
        {t('prelaunch.age', { count: days, days: formats.number(days) })}
      </span>
    </>
  )
}

const bare = (domain: string) => domain.toLowerCase().replace(/^www\./, '')

/** Whether an e-mail address uses the store's own domain or a subdomain of it. */
export function isOwnDomain(email: string, storeDomain: string): boolean {
  const domain = bare(email.slice(email.lastIndexOf('@') + 1))
  const own = bare(storeDomain)
  return (
    domain !== '' && (domain === own || domain.endsWith(`.${own}`) || own.endsWith(`.${domain}`))
  )
}
