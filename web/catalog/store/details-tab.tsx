import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { CompanySection } from './company-section.tsx'
import { ContactCard } from './contact-card.tsx'
import { EvidenceMark } from './evidence.tsx'
import { Fact, FactChips, FactList } from './fact-list.tsx'
import { LaunchSection } from './launch-section.tsx'
import { RiskSection } from './risk-section.tsx'
import { LINKED_SECTIONS, type LinkedSection, Section, SectionLinks } from './section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { pictureOf } from './store-header.tsx'
import { StoreInformation } from './store-information.tsx'
import { TechnologySection } from './technology-section.tsx'

/** What the store publishes; each value shows where we saw it. */
export function DetailsTab({ store }: { store: StoreDetails }) {
  return (
    <div className="@container">
      <div className={columns}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 @min-[56rem]:row-start-1">
          {LINKED_SECTIONS.map((name) => {
            const Body = bodies[name]
            return (
              <Section key={name} name={name}>
                <Body store={store} />
              </Section>
            )
          })}
        </div>
        {/* Scrolls on its own when it is taller than the window, so that the focused link stays visible. */}
        <div className="grid grid-cols-1 gap-8 @max-[56rem]:row-start-1 @min-[56rem]:sticky @min-[56rem]:top-[calc(var(--spacing-below)+1.5rem)] @min-[56rem]:-mx-1 @min-[56rem]:max-h-[calc(100dvh-6rem)] @min-[56rem]:overflow-y-auto @min-[56rem]:px-1 @min-[56rem]:pb-1">
          <ContactCard store={store} />
          <SectionLinks />
        </div>
      </div>
    </div>
  )
}

/**
 * Breakpoints depend on the room for text, not on the window, so that larger letters get one
 * column. Requires an `@container`.
 */
export const columns =
  'grid grid-cols-1 items-start gap-x-8 gap-y-10 @min-[56rem]:grid-cols-[minmax(0,1fr)_23rem]'

/** The store's description of itself, in its own language, and a picture of its home page. */
function AboutStore({ store }: { store: StoreDetails }) {
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
                  <span className="ms-auto min-w-24 @lg:w-34">
                    <EvidenceMark of={t(`policyKind.${kind}`)} evidence={evidence} />
                  </span>
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

const bodies: Record<LinkedSection, ComponentType<{ store: StoreDetails }>> = {
  story: AboutStore,
  launch: LaunchSection,
  risks: RiskSection,
  information: StoreInformation,
  settings: SettingsSection,
  policies: PoliciesSection,
  company: CompanySection,
  technology: TechnologySection,
}
