import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores.ts'
import { useFormats } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Confidence } from '#web/ui/confidence.tsx'
import { Country } from '#web/ui/country.tsx'
import { Fact, FactList, FactRow } from './fact-list.tsx'

export function StoreInformation({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { evidence } = store
  const moment = (iso: string) => t('utcMoment', { moment: formats.moment(iso) })
  return (
    <FactList>
      <Fact
        name="domain"
        evidence={evidence}
        value={
          <span className="flex items-center gap-1">
            <span className="min-w-0 break-all">{store.shopifyWebsiteDomain}</span>
            <CopyButton value={store.shopifyWebsiteDomain} label={t('facts.domain')} />
          </span>
        }
      />
      <Fact name="shop" evidence={evidence} value={store.shopifyShop} />
      <Fact name="shopId" evidence={evidence} value={store.shopifyShopId} />
      <Fact
        name="country"
        evidence={evidence}
        value={store.shopifyCountry && <Country code={store.shopifyCountry} />}
      />
      <Fact name="city" evidence={evidence} value={placeOf(store)} />
      <Fact
        name="category"
        evidence={evidence}
        value={
          store.category && (
            <span className="flex flex-wrap items-center gap-x-3">
              {t(`category.${store.category.id}`)}
              <Confidence level={store.category.confidence} className="text-muted" />
            </span>
          )
        }
      />
      <Fact
        name="productCount"
        evidence={evidence}
        value={store.productCount === null ? null : formats.number(store.productCount)}
      />
      <FactRow label={t('times.found')}>{moment(store.foundAt)}</FactRow>
      <FactRow label={t('times.visible')}>{moment(store.visibleAt)}</FactRow>
      <FactRow label={t('times.checked')}>{moment(store.lastCheckedAt)}</FactRow>
    </FactList>
  )
}

const placeOf = ({ city, region }: StoreDetails): string | null =>
  [city, region].filter((part) => part !== null).join(', ') || null
