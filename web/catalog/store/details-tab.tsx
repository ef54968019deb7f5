import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { StoreStatus } from '#web/ui/store/labels.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { ContactCard } from './contact-card.tsx'
import { EvidenceMark } from './evidence.tsx'
import { Fact, FactChips, FactList, NotPublished } from './fact-list.tsx'
import { LastChanges, LatestProducts } from './latest.tsx'
import { LaunchSection } from './launch-section.tsx'
import { RiskSection } from './risk-section.tsx'
import { Section } from './section.tsx'
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
  const formats = useFormats()
  const { aboutLanguage } = store
  const markOf = (name: 'about' | 'aboutLanguage') => {
    const evidence = store.evidence[name]
    if (!evidence || evidence.label === 'unavailable') return null
    return <EvidenceMark of={t(`facts.${name}`)} evidence={evidence} />
  }
  return (
    <div className="grid gap-4 px-4 pb-4 text-sm">
      {store.aboutStore && (
        <div>
          <p
            className="max-w-prose leading-relaxed break-words whitespace-pre-line"
            lang={aboutLanguage ?? store.shopifyLang ?? undefined}
          >
            {store.aboutStore}
          </p>
          {/* Where we read the text, and how we determined its language. */}
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 text-xs text-muted">
            {markOf('about')}
            {aboutLanguage && (
              <span className="flex flex-wrap items-center gap-x-1.5">
                {`${t('facts.aboutLanguage')}${formats.colon}${formats.language(aboutLanguage)}`}
                {markOf('aboutLanguage')}
              </span>
            )}
          </div>
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

function SettingsSection({ store }: { store: StoreDetails }) {
  const formats = useFormats()
  const { shopifyCurrency: currency, shopifyLang: language } = store
  const few = (all: FewProps['all'], names: readonly string[]) =>
    names.length > 0 ? <FewNames all={all} names={names} /> : null
  return (
    <FactList evidence={store.evidence}>
      <Fact name="status" value={<StoreStatus status={store.status} />} />
      <Fact
        name="currency"
        value={currency && <WithCode name={formats.currency(currency)} code={currency} />}
      />
      <Fact
        name="locale"
        value={language && <WithCode name={formats.language(language)} code={language} />}
      />
      <FactChips
        name="languages"
        items={store.languages.map(({ code, evidence }) => ({
          key: code,
          name: formats.language(code),
          evidence,
        }))}
      />
      <Fact name="shipsTo" value={few('shipsToAll', store.shipsTo.map(formats.country))} />
      <Fact
        name="markets"
        value={few(
          'allMarkets',
          store.markets.map((market) => `${formats.country(market.country)} (${market.currency})`),
        )}
      />
    </FactList>
  )
}

const SHOWN_NAMES = 8

type FewProps = { all: 'shipsToAll' | 'allMarkets'; names: readonly string[] }

/** A few names at once, many on demand. */
function FewNames({ all, names }: FewProps) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const count = names.length
  const text = names.join(', ')
  if (count <= SHOWN_NAMES) return text
  return (
    <details>
      <summary className="min-h-8 cursor-pointer py-1 pointer-coarse:min-h-11">
        {t(all, formats.counted(count))}
      </summary>
      <p className="pb-1 text-muted">{text}</p>
    </details>
  )
}

const WithCode = ({ name, code }: { name: string; code: string }) =>
  name === code ? (
    code
  ) : (
    <>
      {name} <span className="text-faint">{code}</span>
    </>
  )

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
