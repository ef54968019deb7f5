import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores.ts'
import { EvidenceMark } from './evidence-mark.tsx'
import { pictureOf } from './picture-of.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The store in its own words, in its own language. */
export function Story({ store }: { store: StoreDetails }) {
  const { t } = useTranslation(['store-details', 'common'])
  const screenshot = pictureOf(store.images, 'homepage_screenshot')
  const proof = store.evidence.about
  return (
    <div className="grid gap-4">
      {store.aboutStore ? (
        <p
          className="max-w-prose leading-relaxed whitespace-pre-line"
          lang={store.aboutLanguage ?? store.shopifyLang ?? undefined}
        >
          {store.aboutStore}
        </p>
      ) : (
        <p className="text-faint">{t('store-details:noStory')}</p>
      )}
      {store.aboutStore && proof && proof.label !== 'unavailable' && (
        <p className="-ms-1.5">
          <EvidenceMark of={t('store-details:facts.about')} evidence={proof} />
        </p>
      )}
      {screenshot && (
        <Picture
          src={screenshot}
          alt={t('store-details:screenshot', { name: store.name })}
          className="aspect-16/10 w-full rounded-lg border border-line"
        />
      )}
    </div>
  )
}
