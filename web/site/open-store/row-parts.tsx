import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MaskedStore, OpenStore } from '#contracts/site/highlights.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { priceBand } from '#web/lib/i18n/price-band.ts'
import { LineIcon, type LineIconName } from '#web/ui/store/line-icon.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'

/** Hatched paper for values that the server has not sent, so that they do not look like loading. */
export const Hatched = ({ className }: { className: string }) => (
  <span aria-hidden className={cn('hatched shrink-0', className)} />
)

/** A country as a plate; its name is for screen readers and the tooltip. */
export function CountryPlate({ code }: { code: string }) {
  const formats = useFormats()
  return (
    <span
      title={formats.country(code)}
      className="rounded-[2px] border border-rule px-0.75 text-[0.6875rem] leading-4 font-semibold text-muted"
    >
      <span aria-hidden>{code.toUpperCase()}</span>
      <span className="sr-only">{formats.country(code)} </span>
    </span>
  )
}

/** Country and category; on phones the number of products too, which has no column there. */
export function OriginCell({ store }: { store: MaskedStore }) {
  const { t } = useTranslation('store-details')
  const { country, category } = store
  return (
    <td
      className={cn(
        cell,
        '@max-[38rem]:col-start-2 @max-[38rem]:row-start-2 @max-[38rem]:truncate @max-[38rem]:text-xs @max-[38rem]:text-muted',
      )}
    >
      {country && <CountryPlate code={country} />} {category ? t(`category.${category}`) : ''}
      {!category && <span className="@max-[38rem]:hidden">–</span>}
      <span className="@[38rem]:hidden">
        {category && ', '}
        <ProductCount store={store} />
      </span>
    </td>
  )
}

function ProductCount({ store: { productCount, status } }: { store: MaskedStore }) {
  const { t } = useTranslation(['hero', 'common'])
  const { counted } = useFormats()
  if (status === 'PASSWORD_PROTECTED') return t('hero:ledger.notOpen')
  if (productCount === null) return t('common:notPublished')
  return t('hero:ledger.productCount', counted(productCount))
}

export function OfferCell({ store }: { store: MaskedStore }) {
  const { t } = useTranslation(['hero', 'common'])
  const { number } = useFormats()
  const band = priceBand(store, useLanguage())
  const { status, productCount } = store
  return (
    <td className={cn(cell, '@max-[60rem]:hidden')}>
      {status === 'PASSWORD_PROTECTED' ? (
        <span className="text-muted">{t('hero:ledger.notOpen')}</span>
      ) : productCount === null ? (
        <span className="text-muted">{t('common:notPublished')}</span>
      ) : (
        number(productCount)
      )}
      {productCount !== null && band && <span className="text-muted"> · {band}</span>}
    </td>
  )
}

export function TechnologyCell({ store: { themeName, apps } }: { store: OpenStore }) {
  const [first] = apps
  return (
    <td className={cn(cell, 'max-w-54 truncate @max-[74rem]:hidden')}>
      {themeName ?? '–'}
      {first && (
        <span className="text-muted">
          {' · '}
          {first.name}
          {apps.length > 1 && ` +${apps.length - 1}`}
        </span>
      )}
    </td>
  )
}

const ways = [
  ['email', 'mail', 'hasEmail'],
  ['phone', 'phone', 'hasPhone'],
  ['form', 'form', 'hasContactForm'],
] as const satisfies [string, LineIconName, keyof OpenStore][]

/** Which ways to reach it a store publishes; the rest is pale. */
export function WaysCell({ store }: { store: OpenStore }) {
  const { t } = useTranslation('hero')
  const published = ways.filter(([, , has]) => store[has])
  return (
    <td className={cn(cell, '@max-[60rem]:hidden')}>
      <span className="flex gap-2.5 text-muted" aria-hidden>
        {ways.map(([name, icon, has]) => (
          <LineIcon key={name} name={icon} className={cn('size-4', !store[has] && 'opacity-25')} />
        ))}
      </span>
      <span className="sr-only">
        {published.map(([name]) => t(`ledger.ways.${name}`)).join(', ') || '–'}
      </span>
    </td>
  )
}

/** Logo, name and domain; on phones the cell gives its parts to the row. */
export const NameCell = ({ store }: { store: OpenStore }) => (
  <th scope="row" className={nameCell}>
    <div className={nameLine}>
      <StoreLogo url={store.logoUrl} name={store.name} className={logo} />
      <span className="shrink-0 truncate font-semibold @[38rem]:max-w-60">{store.name}</span>
      <span className="truncate text-xs text-faint max-md:hidden">{store.domain}</span>
    </div>
  </th>
)

const bars = [
  ['w-34', 'w-36'],
  ['w-24', 'w-32'],
  ['w-36', 'w-40'],
  ['w-32', 'w-34'],
  ['w-26', 'w-29'],
] as const

export function MaskedNameCell({ at }: { at: number }) {
  const { t } = useTranslation('hero')
  const [name, domain] = bars[at % bars.length] ?? bars[0]
  return (
    <th scope="row" aria-label={t('ledger.hiddenName')} className={nameCell}>
      <div className={nameLine}>
        <span className={cn(logo, 'grid place-items-center rounded-sm bg-sunken')} aria-hidden>
          <LockKeyhole className="size-3.5" />
        </span>
        <span className="flex min-w-0 items-center gap-2.5 overflow-hidden">
          <Hatched className={name} />
          <Hatched className={cn(domain, 'max-md:hidden')} />
        </span>
      </div>
    </th>
  )
}

const logo = 'size-6.5! text-2xs shrink-0 @max-[38rem]:row-span-2 @max-[38rem]:self-center'
const nameLine = 'flex min-w-0 items-center gap-2.5 @max-[38rem]:contents'
const nameCell = 'w-[32%] max-w-0 overflow-hidden px-3 text-start font-normal @max-[38rem]:contents'
/** A cell of the tables with open stores. */
export const cell = 'px-3 truncate @max-[38rem]:px-0'
export const head =
  'border-b border-line px-3 py-1.75 text-start text-xs font-semibold whitespace-nowrap text-faint'
/** Two lines on phones, with the logo beside them. */
export const row =
  'h-10 border-b border-line last:border-0 @max-[38rem]:grid @max-[38rem]:h-auto @max-[38rem]:min-h-13 @max-[38rem]:grid-cols-[auto_minmax(0,1fr)_auto] @max-[38rem]:items-center @max-[38rem]:gap-x-3 @max-[38rem]:px-3.5 @max-[38rem]:py-1.5'

const dots = { high: 'bg-good', medium: 'bg-sun', low: 'border border-control' }

export const ConfidenceDot = ({ level }: { level: OpenStore['launchConfidence'] }) => (
  <span className={cn('size-1.75 shrink-0 rounded-full', dots[level])} aria-hidden />
)

/** The sentence of the published rule that decided the launch day. */
export function useLaunchReason(): (reason: string) => string {
  const { t, i18n } = useTranslation('store-details')
  return (reason) => {
    const key = `launchReason.${reason}`
    // Safe: only a key that the texts have.
    const known = i18n.exists(`store-details:${key}`) ? (key as 'launchReason.other') : null
    return t(known ?? 'launchReason.other')
  }
}
