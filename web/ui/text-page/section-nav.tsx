import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import type { TextSection } from './text-section.ts'
import { useCurrentSection } from './use-current-section.ts'
import { cn } from '#web/lib/cn.ts'

type Props = {
  sections: readonly Pick<TextSection, 'id' | 'title'>[]
  /** Language of the text, if it differs from the page's. */
  lang?: Language
}

/** Beside the text on wide screens. It stays in place while the text scrolls, and marks the current section. */
export function SectionNav({ sections, lang }: Props) {
  const { t } = useTranslation('components')
  const current = useCurrentSection(sections.map(({ id }) => id))
  return (
    <nav
      aria-label={t('textPage.contents')}
      className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] overflow-y-auto overscroll-contain pb-2 @[56rem]:block"
    >
      <p className="eyebrow ps-4" aria-hidden>
        {t('textPage.contents')}
      </p>
      <SectionLinks sections={sections} lang={lang} current={current} />
    </nav>
  )
}

/** The same above the text on narrow screens, initially collapsed; works without a script. */
export function SectionDisclosure({ sections, lang }: Props) {
  const { t } = useTranslation('components')
  return (
    <nav aria-label={t('textPage.contents')} className="@[56rem]:hidden">
      <details className="group rounded-lg border border-line bg-surface">
        <summary className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
          {t('textPage.contents')}
          <ChevronDown
            className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
            aria-hidden
          />
        </summary>
        <div className="px-4 pb-3">
          <SectionLinks sections={sections} lang={lang} current={null} />
        </div>
      </details>
    </nav>
  )
}

type LinksProps = Pick<Props, 'sections'> & { lang: Language | undefined; current: string | null }

function SectionLinks({ sections, lang, current }: LinksProps) {
  const { search } = useLocation()
  return (
    <ul lang={lang} className="mt-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={{ search, hash: id }}
            aria-current={id === current ? 'location' : undefined}
            onClick={() => focusHeading(id)}
            className={cn(
              'flex min-h-9 items-center border-s-2 py-1.5 ps-3.5 pe-2 text-sm pointer-coarse:min-h-11',
              id === current
                ? 'border-sun font-semibold text-ink'
                : 'border-line text-muted hover:border-control hover:text-ink',
            )}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const headingIdOf = (id: string): string => `${id}-heading`

/** Moves the keyboard focus, which screen readers announce; the router scrolls. A section may consist of its heading alone. */
const focusHeading = (id: string) =>
  (document.getElementById(headingIdOf(id)) ?? document.getElementById(id))?.focus({ preventScroll: true })
