import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Picture } from '#web/ui/store/picture.tsx'
import { EvidenceMark } from './evidence.tsx'
import { pictureOf } from './store-header.tsx'

/** The store's description of itself, in its own language, and a picture of its home page. */
export function AboutStore({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const screenshot = pictureOf(store.images, 'homepage_screenshot')
  return (
    <div className="grid gap-4">
      {store.aboutStore ? (
        <div>
          <p
            className="max-w-prose leading-relaxed break-words whitespace-pre-line"
            lang={store.aboutLanguage ?? store.shopifyLang ?? undefined}
          >
            {store.aboutStore}
          </p>
          <AboutSource store={store} />
        </div>
      ) : (
        <p className="text-faint">{t('noStory')}</p>
      )}
      {screenshot && (
        <figure>
          <Picture
            src={screenshot}
            alt={t('screenshot', { name: store.name })}
            className="aspect-16/10 w-full rounded-lg border border-line"
          />
          <figcaption className="mt-1.5 text-xs text-muted">{t('screenshotNote')}</figcaption>
        </figure>
      )}
    </div>
  )
}

/** Where we read the text, and how we determined its language. */
function AboutSource({ store: { aboutLanguage, evidence } }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 text-xs text-muted">
      {evidence.about && evidence.about.label !== 'unavailable' && (
        <span className="-ms-1.5">
          <EvidenceMark of={t('facts.about')} evidence={evidence.about} />
        </span>
      )}
      {aboutLanguage && (
        <span className="flex flex-wrap items-center gap-x-1.5">
          {`${t('facts.aboutLanguage')}${formats.colon}${formats.language(aboutLanguage)}`}
          {evidence.aboutLanguage && evidence.aboutLanguage.label !== 'unavailable' && (
            <EvidenceMark of={t('facts.aboutLanguage')} evidence={evidence.aboutLanguage} />
          )}
        </span>
      )}
    </div>
  )
}
