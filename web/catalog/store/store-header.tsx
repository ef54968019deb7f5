import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Country, StoreStatus } from '#web/ui/store/labels.tsx'
import { FollowButton, LeadPanel, OwnNotes, SaveButton } from '#web/workspace/api.ts'
import { StoreLogo } from '#web/ui/store/picture.tsx'

type Props = { store: StoreDetails; headingLevel: 'h1' | 'h2' }

/** Who the store is, what of it one has saved, and whether it is open. */
export function StoreHeader({ store, headingLevel: Heading }: Props) {
  const { t } = useTranslation('store-details')
  const { shopifyWebsiteDomain: domain, shopifyCountry: country, city, category } = store
  return (
    <>
      <header className="@container flex flex-wrap items-start gap-x-4 gap-y-3">
        <StoreLogo
          url={pictureOf(store.images, 'logo')}
          name={store.name}
          className="size-14 text-xl @max-sm:size-10"
        />
        <div className="min-w-0 flex-1 basis-32">
          <Heading className="text-xl break-words">{store.name}</Heading>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <ExternalLink href={`https://${domain}`} className="link min-w-0 py-1 break-all">
              {domain}
            </ExternalLink>
            {city && <span className="wrap-anywhere">{city}</span>}
            {country && <Country code={country} />}
            {category && (
              <Link to={paths.niche(category.id, country ?? 'all')} className="link py-1">
                {t(`category.${category.id}`)}
              </Link>
            )}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <Badge tone={store.launchStatus === 'new' ? 'sun' : 'plain'}>
              {t(`launchStatus.${store.launchStatus}`)}
            </Badge>
            <StoreStatus status={store.status} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full @max-xs:w-full">
          <FollowButton
            target={{ kind: 'store', storeId: store.id }}
            name={store.name}
            className="max-sm:flex-1 @max-xs:flex-1"
          />
          <SaveButton
            subject={{ kind: 'store', storeId: store.id, name: store.name }}
            isSaved={store.isSaved}
            className="max-sm:flex-1 @max-xs:flex-1"
          />
        </div>
        <LeadPanel storeId={store.id} name={store.name} isSaved={store.isSaved} />
        <OwnNotes storeId={store.id} name={store.name} isSaved={store.isSaved} />
      </header>
      {store.status !== 'OPEN' && (
        <Notice tone={store.status === 'CLOSED' ? 'bad' : 'sun'} className="mt-4">
          <p>{t(`closedNote.${store.status}`)}</p>
        </Notice>
      )}
    </>
  )
}

type Images = StoreDetails['images']

/** The signed address if there is one, otherwise the plain one; null without such a picture. */
export function pictureOf(images: Images, type: Images[number]['imageType']): string | null {
  const image = images.find(({ imageType }) => imageType === type)
  return image?.signedUrl ?? image?.imageUrl ?? null
}
