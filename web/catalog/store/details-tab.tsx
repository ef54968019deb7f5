import type { StoreDetails } from '#contracts/stores/stores.ts'
import { AboutStore } from './about-store.tsx'
import { CompanySection } from './company-section.tsx'
import { ContactCard } from './contact-card.tsx'
import { LaunchSection } from './launch-section.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { RiskSection } from './risk-section.tsx'
import { Section, SectionLinks } from './section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StoreInformation } from './store-information.tsx'
import { TechnologySection } from './technology-section.tsx'

/** What the store publishes; each value shows where we saw it. */
export function DetailsTab({ store }: { store: StoreDetails }) {
  return (
    <div className="@container">
      <div className={columns}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 @min-[56rem]:row-start-1">
          <Section name="story">
            <AboutStore store={store} />
          </Section>
          <Section name="launch">
            <LaunchSection store={store} />
          </Section>
          <Section name="risks">
            <RiskSection store={store} />
          </Section>
          <Section name="information">
            <StoreInformation store={store} />
          </Section>
          <Section name="settings">
            <SettingsSection store={store} />
          </Section>
          <Section name="policies">
            <PoliciesSection store={store} />
          </Section>
          <Section name="company">
            <CompanySection store={store} />
          </Section>
          <Section name="technology">
            <TechnologySection store={store} />
          </Section>
        </div>
        {/* Scrolls on its own when it is taller than the window, so that the focused link stays visible. */}
        <div className="grid grid-cols-1 gap-8 @max-[56rem]:row-start-1 @min-[56rem]:sticky @min-[56rem]:top-22 @min-[56rem]:-mx-1 @min-[56rem]:max-h-[calc(100dvh-6rem)] @min-[56rem]:overflow-y-auto @min-[56rem]:px-1 @min-[56rem]:pb-1">
          <ContactCard store={store} />
          <SectionLinks />
        </div>
      </div>
    </div>
  )
}

/** Breakpoints depend on the room for text, not on the window, so that larger letters get one column. Requires an `@container`. */
export const columns =
  'grid grid-cols-1 items-start gap-x-8 gap-y-10 @min-[56rem]:grid-cols-[minmax(0,1fr)_23rem]'
