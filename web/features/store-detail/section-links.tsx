import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { sectionNames, type SectionName } from './section-names.ts'

/** The linked sections; the contact section is right beside the links. */
const linked = sectionNames.filter((name) => name !== 'contact')

/** Overview of a long page. A jump adds no history entry, so that Back to the list stays one step. */
export function SectionLinks() {
  const { t } = useTranslation('store-details')
  const { search, state } = useLocation()
  return (
    <nav aria-labelledby="on-this-page">
      <h2 id="on-this-page" className="eyebrow">
        {t('sectionsNav')}
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-4">
        {linked.map((name) => (
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
const focusHeading = (name: SectionName) => document.getElementById(name)?.focus({ preventScroll: true })
