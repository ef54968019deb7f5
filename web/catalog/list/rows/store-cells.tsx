import { History, TrendingUp } from 'lucide-react'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { cn } from '#web/lib/cn.ts'
import { Country } from '#web/ui/store/country.tsx'
import { LineIcon, type LineIconName } from '#web/ui/store/line-icon.tsx'
import { SaveIcon } from '#web/workspace/api.ts'
import { StoreLogo } from '#web/ui/store/store-logo.tsx'
import { StoreStatus, TranslatedConfidence } from '#web/ui/store/store-status.tsx'
import { RowLink } from './row-link.tsx'
import { useRowTexts } from './row-texts.tsx'

type CellProps = { store: StoreSummary }

/** Shown for every value that the store does not publish, instead of a blank. */
export function NotPublished() {
  const { common } = useRowTexts()
  return <span className="text-xs text-faint">{common('notPublished')}</span>
}

export function LaunchDay({ store }: CellProps) {
  const { t, common, formats } = useRowTexts()
  return (
    <>
      <span className="block whitespace-nowrap">
        {store.launchDate ? (
          formats.day(store.launchDate)
        ) : (
          <span className="text-faint">{t('launchUnknown')}</span>
        )}
      </span>
      <TranslatedConfidence
        level={store.launchConfidence}
        isShort
        className="text-xs text-muted"
        t={common}
      />
    </>
  )
}

export const CountryCell = ({ store, isOneLine = false }: CellProps & { isOneLine?: boolean }) =>
  store.country ? <Country code={store.country} isOneLine={isOneLine} /> : <NotPublished />

export function CategoryCell({ store }: CellProps) {
  const { t } = useRowTexts()
  return store.category ? <>{t(`filter.category.options.${store.category}`)}</> : <NotPublished />
}

export function ProductCount({ store }: CellProps) {
  const { formats } = useRowTexts()
  return store.productCount === null ? <NotPublished /> : <>{formats.number(store.productCount)}</>
}

export function PriceCell({ store }: CellProps) {
  const { language } = useRowTexts()
  const band = priceBand(store, language)
  return band === null ? <NotPublished /> : <span title={band}>{band}</span>
}

export const ThemeName = ({ store }: CellProps) => store.themeName ?? <NotPublished />

/** Marks beside the name that set this store apart. */
function StoreMarks({ store, isFresh }: CellProps & { isFresh: boolean }) {
  const { t } = useRowTexts()
  return (
    <>
      {isFresh && <FreshBadge />}
      {store.hasTrending && (
        <Mark icon={TrendingUp} text={t('marks.trending')} className="text-sun-ink" />
      )}
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

/**
 * Whether the store publishes an address, a number and a form. The values are in the view of leads
 * and on the store's page.
 */
export function ContactState({ store }: CellProps) {
  const { t } = useRowTexts()
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

/**
 * Strikes through the icon of a missing contact. Drawn as a background, because an extra element
 * would be an extra layer in every row.
 */
const STRUCK =
  'bg-[linear-gradient(to_bottom_right,transparent_calc(50%-0.75px),currentColor_calc(50%-0.5px),currentColor_calc(50%+0.5px),transparent_calc(50%+0.75px))] bg-[length:0.875rem_0.875rem] bg-center bg-no-repeat'

const Sign = ({ icon, isThere, text }: SignProps) => (
  <span
    role="img"
    title={text}
    className={cn(
      'inline-grid size-5 place-items-center',
      isThere ? 'text-ink' : `text-control ${STRUCK}`,
    )}
  >
    <LineIcon name={icon} className="size-4.5" />
  </span>
)

export function SaveCell({ store, className }: CellProps & { className?: string }) {
  const { components } = useRowTexts()
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
  const { t } = useRowTexts()
  return (
    <span className="shrink-0 rounded-sm bg-sun px-1.5 text-xs font-semibold whitespace-nowrap text-[#1a1203]">
      {t('justFound')}
    </span>
  )
}

/** Country, and the category below it. */
export const PlaceCell = ({ store }: CellProps) => (
  <>
    <span>
      <CountryCell store={store} isOneLine />
    </span>
    <span className="text-xs text-muted">
      <CategoryCell store={store} />
    </span>
  </>
)

/** Number of products, and their prices below it. */
export const AmountCell = ({ store }: CellProps) => (
  <>
    <span>
      <ProductCount store={store} />
    </span>
    <span className="text-xs text-muted">
      <PriceCell store={store} />
    </span>
  </>
)

/** Logo, name, domain and distinguishing marks. */
export const StoreNameCell = ({ store, isFresh }: CellProps & { isFresh: boolean }) => (
  <div className="flex min-h-11 items-center gap-3">
    <StoreLogo url={store.logoUrl} name={store.name} />
    <div className="min-w-0 flex-1">
      <RowLink store={store} />
      <p className="flex h-5.5 items-center gap-2 text-muted">
        <span className={cn('min-w-0', cut)} title={store.domain}>
          {store.domain}
        </span>
        <StoreMarks store={store} isFresh={isFresh} />
      </p>
    </div>
  </div>
)

const made = new Map<string, Intl.NumberFormat | null>()

/**
 * Whole units, because a price range is for a quick overview. Null for an invalid currency: shops
 * may publish anything.
 */
function formatOf(language: Language, currency: string): Intl.NumberFormat | null {
  const key = `${language} ${currency}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = createFormat(languageInfo[language].locale, currency)
  made.set(key, format)
  return format
}

function createFormat(locale: string, currency: string): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
    })
  } catch {
    return null
  }
}

/**
 * From the lowest to the highest price of a store's products, e.g. 12–89 €; null when the prices
 * are unknown.
 */
export function priceBand(
  store: Pick<StoreSummary, 'price' | 'currency'>,
  language: Language,
): string | null {
  const { price, currency } = store
  const format = price && currency ? formatOf(language, currency) : null
  if (!price || !format) return null
  const [least, most] = [Math.round(Number(price.min)), Math.round(Number(price.max))]
  return least >= most ? format.format(least) : format.formatRange(least, most)
}

/**
 * One line, cut off at the end of its box; inside a flex box with `min-w-0`. The rows use this
 * instead of `truncate`, which makes every text a scrollable box: hundreds of layers to paint.
 */
export const cut = 'overflow-clip text-ellipsis whitespace-nowrap'

/** The same for each child. */
export const cutLines = '*:block *:overflow-clip *:text-ellipsis *:whitespace-nowrap'
