import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

/** One section of the details; its heading is the target of the section links. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('store-details')
  return (
    <section aria-labelledby={name}>
      <h2 id={name} tabIndex={-1} className="mb-3 text-lg font-semibold">
        {t(`sections.${name}`)}
      </h2>
      {children}
    </section>
  )
}

/**
 * The sections of the details in page order; the contact section is right beside the links. Each
 * name is the id of its heading and the key of its title.
 */
export const LINKED_SECTIONS = [
  'story',
  'launch',
  'risks',
  'information',
  'settings',
  'policies',
  'company',
  'technology',
] as const

export type LinkedSection = (typeof LINKED_SECTIONS)[number]
type SectionName = LinkedSection | 'contact'

/**
 * Overview of a long page. A jump adds no history entry, so that Back to the list stays one step.
 */
export function SectionLinks() {
  const { t } = useTranslation('store-details')
  const { search, state } = useLocation()
  return (
    <nav aria-labelledby="on-this-page">
      <h2 id="on-this-page" className="eyebrow">
        {t('sectionsNav')}
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-4">
        {LINKED_SECTIONS.map((name) => (
          <li key={name}>
            <Link
              replace
              to={{ search, hash: name }}
              state={state}
              onClick={() => focusHeading(name)}
              className="link inline-flex min-h-8 items-center text-sm pointer-coarse:min-h-11"
            >
              {t(`sections.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Moves the keyboard focus, which screen readers announce; the router scrolls. */
const focusHeading = (name: SectionName) =>
  document.getElementById(name)?.focus({ preventScroll: true })
