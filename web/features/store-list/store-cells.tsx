import { History, TrendingUp } from 'lucide-react'
import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { ToldConfidence } from '#web/ui/confidence.tsx'
import { Country } from '#web/ui/country.tsx'
import { LineIcon, type LineIconName } from '#web/ui/line-icon.tsx'
import { SaveIcon } from '#web/ui/save-button.tsx'
import { StoreStatus } from '#web/ui/store-status.tsx'
import { cutLines } from './cut.ts'
import { priceBand } from './price-band.ts'
import { useRowWords } from './row-words.tsx'

type CellProps = { store: StoreSummary }

/** Shown for every value that the store does not publish, instead of a blank. */
export function NotPublished() {
  const { common } = useRowWords()
  return <span className="text-xs text-faint">{common('notPublished')}</span>
}

export function LaunchDay({ store }: CellProps) {
  const { t, common, formats } = useRowWords()
  return (
    <>
      <span className="block whitespace-nowrap">
        {store.launchDate ? (
          formats.day(store.launchDate)
        ) : (
          <span className="text-faint">{t('launchUnknown')}</span>
        )}
      </span>
      <ToldConfidence level={store.launchConfidence} isShort className="text-xs text-muted" t={common} />
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

/** Marks beside the name that set this store apart. */
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

type MarkProps = { icon: typeof History; text: string; className: string }

const Mark = ({ icon: Icon, text, className }: MarkProps) => (
  <span role="img" title={text} className={cn('relative z-1 shrink-0', className)}>
    <Icon className="size-4" aria-hidden />
  </span>
)

/** Whether the store publishes an address, a number and a form. The values are in the view of leads and on the store's page. */
export function ContactState({ store }: CellProps) {
  const { t } = useRowWords()
  const takesNoMail = store.hasEmail && store.emailState === 'no_mx'
  return (
    <span className="relative z-1 flex w-fit gap-1.5">
      <Sign
        icon={takesNoMail ? 'noMail' : 'mail'}
        isThere={store.hasEmail}
        text={
          takesNoMail
            ? `${t('contact.email.yes')}, ${t('lead.no_mx')}`
            : t(store.hasEmail ? 'contact.email.yes' : 'contact.email.no')
        }
      />
      <Sign
        icon="phone"
        isThere={store.hasPhone}
        text={t(store.hasPhone ? 'contact.phone.yes' : 'contact.phone.no')}
      />
      {store.hasContactForm && <Sign icon="form" isThere text={t('lead.form')} />}
    </span>
  )
}

type SignProps = { icon: LineIconName; isThere: boolean; text: string }

/** Strikes through the icon of a missing contact. Drawn as a background, because an extra element would be an extra layer in every row. */
const STRUCK =
  'bg-[linear-gradient(to_bottom_right,transparent_calc(50%-0.75px),currentColor_calc(50%-0.5px),currentColor_calc(50%+0.5px),transparent_calc(50%+0.75px))] bg-[length:0.875rem_0.875rem] bg-center bg-no-repeat'

const Sign = ({ icon, isThere, text }: SignProps) => (
  <span
    role="img"
    title={text}
    className={cn('inline-grid size-5 place-items-center', isThere ? 'text-ink' : `text-control ${STRUCK}`)}
  >
    <LineIcon name={icon} className="size-4.5" />
  </span>
)

export function SaveCell({ store, className }: CellProps & { className?: string }) {
  const { components } = useRowWords()
  return (
    <SaveIcon
      subject={{ kind: 'store', storeId: store.id, name: store.name }}
      isSaved={store.isSaved}
      t={components}
      {...(className && { className })}
    />
  )
}

export function FreshBadge() {
  const { t } = useRowWords()
  return (
    <span className="shrink-0 rounded-sm bg-sun px-1.5 text-xs font-semibold whitespace-nowrap text-[#1a1203]">
      {t('justFound')}
    </span>
  )
}

/** Country, and the category below it. */
export const PlaceCell = ({ store }: { store: StoreSummary }) => (
  <div className={cn('w-32', cutLines)}>
    <span>
      <CountryCell store={store} isOneLine />
    </span>
    <span className="text-xs text-muted">
      <CategoryCell store={store} />
    </span>
  </div>
)
