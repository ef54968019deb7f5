import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Country } from '#web/ui/store/country.tsx'
import { SaveButton } from '#web/workspace/api.ts'
import { StoreLogo } from '#web/ui/store/store-logo.tsx'
import { Confidence, StoreStatus } from '#web/ui/store/store-status.tsx'

export function StoreHeader({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const domain = store.shopifyWebsiteDomain
  return (
    <header className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <StoreLogo
        url={pictureOf(store.images, 'logo')}
        name={store.name}
        className="size-16 text-xl"
      />
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-2xl break-words">{store.name}</h1>
        <p className="mt-1 flex items-center gap-1">
          <ExternalLink href={`https://${domain}`} className="link min-w-0 py-1 break-all">
            {domain}
          </ExternalLink>
          <CopyButton value={domain} label={t('facts.domain')} />
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Badge tone={store.launchStatus === 'new' ? 'sun' : 'plain'}>
            {t(`launchStatus.${store.launchStatus}`)}
          </Badge>
          <StoreStatus status={store.status} />
          {store.shopifyCountry && <Country code={store.shopifyCountry} />}
          {store.launchDate && (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {t('launchedOn', { day: formats.day(store.launchDate) })}
              <Confidence level={store.launchConfidence} />
            </span>
          )}
        </p>
      </div>
      <SaveButton
        subject={{ kind: 'store', storeId: store.id, name: store.name }}
        isSaved={store.isSaved}
        className="max-sm:w-full"
      />
    </header>
  )
}

type Images = StoreDetails['images']

/** The signed address if there is one, otherwise the plain one; null without such a picture. */
export function pictureOf(images: Images, type: Images[number]['imageType']): string | null {
  const image = images.find(({ imageType }) => imageType === type)
  return image?.signedUrl ?? image?.imageUrl ?? null
}
