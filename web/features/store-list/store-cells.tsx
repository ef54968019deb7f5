import { FileText, History, Mail, MailX, Phone, TrendingUp } from 'lucide-react'
import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { Confidence } from '#web/ui/confidence.tsx'
import { Country } from '#web/ui/country.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { StoreStatus } from '#web/ui/store-status.tsx'
import { priceBand } from './price-band.ts'
import { useRowWords } from './row-words.tsx'

type CellProps = { store: StoreSummary }

/** Said of everything that the store does not publish; never a blank. */
export function NotPublished() {
  const { notPublished } = useRowWords()
  return <span className="text-xs text-faint">{notPublished}</span>
}

export function LaunchDay({ store }: CellProps) {
  const { t, formats } = useRowWords()
  return (
    <>
      <span className="block whitespace-nowrap">
        {store.launchDate ? (
          formats.day(store.launchDate)
        ) : (
          <span className="text-faint">{t('launchUnknown')}</span>
        )}
      </span>
      <Confidence level={store.launchConfidence} isShort className="text-xs text-muted" />
    </>
  )
}

export const CountryCell = ({ store, isOneLine = false }: CellProps & { isOneLine?: boolean }) =>
  store.country ? <Country code={store.country} isOneLine={isOneLine} /> : <NotPublished />

export function CategoryCell({ store }: CellProps) {
  const { t } = useRowWords()
  return store.category ? <>{t(`filter.category.options.${store.category}`)}</> : <NotPublished />
}

export function ProductCount({ store }: CellProps) {
  const { formats } = useRowWords()
  return store.productCount === null ? <NotPublished /> : <>{formats.number(store.productCount)}</>
}

export function PriceCell({ store }: CellProps) {
  const { language } = useRowWords()
  const band = priceBand(store, language)
  return band === null ? <NotPublished /> : <span title={band}>{band}</span>
}

/** Marks beside the name: what sets this store apart from the others. */
export function StoreMarks({ store, isFresh }: CellProps & { isFresh: boolean }) {
  const { t } = useRowWords()
  return (
    <>
      {isFresh && <FreshBadge />}
      {store.hasTrending && <Mark icon={TrendingUp} text={t('marks.trending')} className="text-sun-ink" />}
      {store.movedHere && <Mark icon={History} text={t('marks.moved')} className="text-muted" />}
      {store.status !== 'OPEN' && <StoreStatus status={store.status} />}
    </>
  )
}

type MarkProps = { icon: typeof Mail; text: string; className: string }

const Mark = ({ icon: Icon, text, className }: MarkProps) => (
  <span title={text} className={cn('relative z-1 shrink-0', className)}>
    <Icon className="size-4" aria-hidden />
    <span className="sr-only">{text}</span>
  </span>
)

/** Whether there is an address, a number and a form; the values stand among the leads and on the store's page. */
export function ContactState({ store }: CellProps) {
  const { t } = useRowWords()
  const takesNoMail = store.hasEmail && store.emailState === 'no_mx'
  return (
    <span className="flex gap-1.5">
      <Sign
        icon={takesNoMail ? MailX : Mail}
        isThere={store.hasEmail}
        text={
          takesNoMail
            ? `${t('contact.email.yes')}, ${t('lead.no_mx')}`
            : t(store.hasEmail ? 'contact.email.yes' : 'contact.email.no')
        }
      />
      <Sign
        icon={Phone}
        isThere={store.hasPhone}
        text={t(store.hasPhone ? 'contact.phone.yes' : 'contact.phone.no')}
      />
      {store.hasContactForm && <Sign icon={FileText} isThere text={t('lead.form')} />}
    </span>
  )
}

type SignProps = { icon: typeof Mail; isThere: boolean; text: string }

const Sign = ({ icon: Icon, isThere, text }: SignProps) => (
  <span
    title={text}
    className={cn(
      'relative z-1 inline-grid size-5 place-items-center',
      isThere ? 'text-ink' : 'text-control',
    )}
  >
    <Icon className="size-4.5" aria-hidden />
    {!isThere && <span className="absolute h-px w-5 -rotate-45 bg-current" aria-hidden />}
    <span className="sr-only">{text}</span>
  </span>
)

export const SaveCell = ({ store, className }: CellProps & { className?: string }) => (
  <SaveButton
    variant="icon"
    subject={{ kind: 'store', storeId: store.id, name: store.name }}
    isSaved={store.isSaved}
    {...(className && { className })}
  />
)

export function FreshBadge() {
  const { t } = useRowWords()
  return (
    <span className="shrink-0 rounded-sm bg-sun px-1.5 text-xs font-semibold whitespace-nowrap text-[#1a1203]">
      {t('justFound')}
    </span>
  )
}

/** Where it is, and what it sells beneath. */
export const PlaceCell = ({ store }: { store: StoreSummary }) => (
  <div className="w-32 *:block *:truncate">
    <span>
      <CountryCell store={store} isOneLine />
    </span>
    <span className="text-xs text-muted">
      <CategoryCell store={store} />
    </span>
  </div>
)
