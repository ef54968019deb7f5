import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { ContactCard } from './contact-card.tsx'
import { EvidenceMark } from './evidence.tsx'
import { Fact, FactChips, FactList, NotPublished } from './fact-list.tsx'
import { LastChanges, LatestProducts } from './latest.tsx'
import { LaunchSection } from './launch-section.tsx'
import { RiskSection } from './risk-section.tsx'
import { Section } from './section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { pictureOf } from './store-header.tsx'
import { CompanySection, StoreInformation } from './store-information.tsx'
import { TechnologySection } from './technology-section.tsx'

/** What the store publishes; the name of each value opens where we saw it. */
export function DetailsTab({ store }: { store: StoreDetails }) {
  const screenshot = pictureOf(store.images, 'homepage_screenshot')
  return (
    <div className="@container">
      <div className={columns}>
        <div className={column}>
          <ContactCard store={store} />
          <Section name="company">
            <CompanySection store={store} />
          </Section>
          <Section name="technology">
            <TechnologySection store={store} />
          </Section>
          <Section name="settings">
            <SettingsSection store={store} />
          </Section>
        </div>
        <div className={column}>
          <LatestProducts store={store} />
          <LastChanges store={store} />
          <Section name="policies">
            <PoliciesSection store={store} />
          </Section>
          {(store.aboutStore || screenshot) && (
            <Section name="story">
              <AboutStore store={store} screenshot={screenshot} />
            </Section>
          )}
        </div>
        <div className={lastColumn}>
          <Section name="launch">
            <LaunchSection store={store} />
          </Section>
          <div className={column}>
            <Section name="risks">
              <RiskSection store={store} />
            </Section>
            <Section name="information">
              <StoreInformation store={store} />
            </Section>
          </div>
        </div>
      </div>
      <NotPublished evidence={store.evidence} />
    </div>
  )
}

/**
 * Breakpoints depend on the room for text, not on the window, so that larger letters get fewer
 * columns. Requires an `@container`.
 */
export const columns =
  'grid grid-cols-1 items-start gap-4 @min-[46rem]:grid-cols-[21.5rem_minmax(0,1fr)] @min-[70rem]:grid-cols-[21.5rem_minmax(0,1fr)_19.5rem]'
const column = 'grid min-w-0 grid-cols-1 gap-4'
const lastColumn = `${column} items-start @min-[46rem]:col-span-2 @min-[46rem]:grid-cols-2 @min-[70rem]:col-span-1 @min-[70rem]:grid-cols-1`

type AboutProps = { store: StoreDetails; screenshot: string | null }

/** The store's description of itself, in its own language, and a picture of its home page. */
function AboutStore({ store, screenshot }: AboutProps) {
  const { t } = useTranslation('store-details')
  return (
    <div className="grid gap-4 px-4 pb-4 text-sm">
      {store.aboutStore && (
        <div>
          <p
            className="max-w-prose leading-relaxed break-words whitespace-pre-line"
            lang={store.aboutLanguage ?? store.shopifyLang ?? undefined}
          >
            {store.aboutStore}
          </p>
          <AboutSource store={store} />
        </div>
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
        <EvidenceMark of={t('facts.about')} evidence={evidence.about} />
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

/** The shop's policies for buyers, and its payment methods. */
function PoliciesSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { policies, paymentBrands, payLater } = store
  return (
    <FactList evidence={store.evidence}>
      <Fact
        name="policies"
        hasEvidencePerItem
        value={
          policies.length > 0 ? (
            <ul>
              {policies.map(({ kind, url, evidence }) => (
                <li key={kind} className="flex flex-wrap items-center gap-x-2">
                  <ExternalLink href={url} className="link py-1 pointer-coarse:py-2.5">
                    {t(`policyKind.${kind}`)}
                  </ExternalLink>
                  <EvidenceMark of={t(`policyKind.${kind}`)} evidence={evidence} />
                </li>
              ))}
            </ul>
          ) : null
        }
      />
      <FactChips
        name="paymentBrands"
        items={paymentBrands.map((brand) => ({ ...brand, key: brand.id }))}
      />
      <FactChips
        name="payLater"
        items={payLater.map((service) => ({ ...service, key: service.id }))}
      />
      <Fact name="freeShipping" value={store.freeShippingFrom} />
    </FactList>
  )
}
