import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { sectionNames, type SectionName } from './section-names.ts'

/** Where the links lead to; contact stands right beside them. */
const linked = sectionNames.filter((name) => name !== 'contact')

/** A long page in one glance. A jump adds nothing to the history, so that the way back to the list stays one step. */
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

/** The keyboard goes on from there, and a screen reader says where it is; the router does the scrolling. */
const focusHeading = (name: SectionName) => document.getElementById(name)?.focus({ preventScroll: true })
