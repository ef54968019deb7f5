import { useTranslation } from 'react-i18next'
import type { StoreHours, StoreRating } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Confidence, Country } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { EvidenceMark } from './evidence.tsx'
import { Fact, FactChips, FactList, FactRow, OwnRecord } from './fact-list.tsx'
import { pictureOf } from './store-header.tsx'

export function StoreInformation({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const moment = (iso: string) => t('utcMoment', { moment: formats.moment(iso) })
  const { category } = store
  const logo = pictureOf(store.images, 'logo')
  const revealedBy = store.signals.find(
    ({ kind, at }) => kind === 'first_certificate' && at === store.foundAt,
  )
  return (
    <FactList evidence={store.evidence}>
      <Fact name="name" value={store.name} />
      <Fact
        name="logo"
        value={logo && <StoreLogo url={logo} name={store.name} className="size-9" />}
      />
      <Fact
        name="domain"
        value={
          <span className="flex items-center gap-1">
            <span className="min-w-0 break-all">{store.shopifyWebsiteDomain}</span>
            <CopyButton value={store.shopifyWebsiteDomain} label={t('facts.domain')} />
          </span>
        }
      />
      <Fact name="shop" value={store.shopifyShop} />
      <Fact name="shopId" value={store.shopifyShopId} />
      <Fact
        name="country"
        value={store.shopifyCountry && <Country code={store.shopifyCountry} />}
      />
      <Fact name="city" value={store.city} />
      <Fact name="region" value={store.region} />
      <Fact
        name="category"
        value={
          category && (
            <span className="flex flex-wrap items-center gap-x-3">
              {t(`category.${category.id}`)}
              {category.confidence !== 'high' && (
                <Confidence level={category.confidence} className="text-muted" />
              )}
            </span>
          )
        }
      />
      <Fact
        name="productCount"
        value={store.productCount === null ? null : formats.number(store.productCount)}
      />
      <Fact name="rating" value={store.rating && <Rating rating={store.rating} />} />
      <Fact name="blog" value={store.blogUrl && <PageLink url={store.blogUrl} />} />
      <Fact name="aboutPage" value={store.aboutPageUrl && <PageLink url={store.aboutPageUrl} />} />
      <FactRow
        label={
          revealedBy ? (
            <EvidenceMark of={t('times.found')} evidence={revealedBy.evidence}>
              {t('times.found')}
            </EvidenceMark>
          ) : (
            t('times.found')
          )
        }
        mark={!revealedBy && <OwnRecord />}
      >
        {moment(store.foundAt)}
      </FactRow>
      <FactRow label={t('times.visible')} mark={<OwnRecord />}>
        {moment(store.visibleAt)}
      </FactRow>
      <FactRow label={t('times.checked')} mark={<OwnRecord />}>
        {moment(store.lastCheckedAt)}
      </FactRow>
    </FactList>
  )
}

const PageLink = ({ url }: { url: string }) => (
  <ExternalLink href={url} className="link break-all">
    {URL.parse(url)?.pathname ?? url}
  </ExternalLink>
)

function Rating({ rating: { value, best, count } }: { rating: StoreRating }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {t('ratingOf', { value: formats.decimal(value), best: formats.decimal(best) })}
      <span className="text-muted">{t('reviews', formats.counted(count))}</span>
    </span>
  )
}

/**
 * The company behind the shop, as printed in its legal notice, contact information or structured
 * data. Its address is among the contacts.
 */
export function CompanySection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { registrations, furtherAddresses } = store
  return (
    <FactList evidence={store.evidence}>
      <Fact name="company" value={store.companyName} />
      <Fact name="responsible" value={store.responsiblePerson} />
      <FactChips
        name="furtherAddresses"
        items={furtherAddresses.map((item) => ({ ...item, key: item.text, name: item.text }))}
      />
      <FactChips
        name="registrations"
        items={registrations.map(({ kind, number, evidence }) => ({
          key: number,
          name: t(`registrationKind.${kind}`),
          detail: number,
          evidence,
        }))}
      />
    </FactList>
  )
}

export function OpeningHours({ hours }: { hours: readonly StoreHours[] }) {
  const formats = useFormats()
  return (
    <ul className="py-1 text-sm">
      {hours.map(({ days, opens, closes }) => (
        <li key={`${days.join()} ${opens}`} className="flex flex-wrap gap-x-3">
          <span>{daysText(days, formats)}</span>
          <span className="text-muted">{`${opens}–${closes}`}</span>
        </li>
      ))}
    </ul>
  )
}

/** `Mon–Fri` for days in a row, `Mon, Wed` otherwise. */
function daysText(days: readonly number[], formats: Formats): string {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const isRow = days.length > 2 && last - first === days.length - 1
  return isRow
    ? `${formats.weekday(first)}–${formats.weekday(last)}`
    : days.map((day) => formats.weekday(day)).join(', ')
}
