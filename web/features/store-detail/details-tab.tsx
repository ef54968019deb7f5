import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores.ts'
import { CompanySection } from './company-section.tsx'
import { ContactCard } from './contact-card.tsx'
import { LaunchSection } from './launch-section.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { Section } from './section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StoreInformation } from './store-information.tsx'
import { Story } from './story.tsx'
import { TechnologySection } from './technology-section.tsx'

/** What the store publishes, each value with the place it was seen at. */
export function DetailsTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  return (
    <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:row-start-1">
        <Section title={t('sections.story')}>
          <Story store={store} />
        </Section>
        <Section title={t('sections.launch')}>
          <LaunchSection store={store} />
        </Section>
        <Section title={t('sections.information')}>
          <StoreInformation store={store} />
        </Section>
        <Section title={t('sections.settings')}>
          <SettingsSection store={store} />
        </Section>
        <Section title={t('sections.policies')}>
          <PoliciesSection store={store} />
        </Section>
        <Section title={t('sections.company')}>
          <CompanySection store={store} />
        </Section>
        <Section title={t('sections.technology')}>
          <TechnologySection store={store} />
        </Section>
      </div>
      <div className="max-lg:row-start-1 lg:sticky lg:top-22">
        <ContactCard store={store} />
      </div>
    </div>
  )
}
