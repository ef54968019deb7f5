import { ChevronDown } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import { cn } from '#web/lib/cn.ts'
import type { TextSection } from './parse-text.ts'

type Props = {
  sections: readonly Pick<TextSection, 'id' | 'title'>[]
  /** Language of the text, if it differs from the page's. */
  lang?: Language
}

/**
 * Beside the text on wide screens. It stays in place while the text scrolls, and marks the current
 * section.
 */
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
    <nav aria-label={t('textPage.contents')} className="@[56rem]:hidden print:hidden">
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

/**
 * Moves the keyboard focus, which screen readers announce; the router scrolls. A section may
 * consist of its heading alone.
 */
const focusHeading = (id: string) =>
  (document.getElementById(headingIdOf(id)) ?? document.getElementById(id))?.focus({
    preventScroll: true,
  })

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}

function readCurrent(ids: readonly string[]): string | null {
  const { scrollHeight } = document.documentElement
  const tops = ids.map((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity)
  const at = pickCurrent(tops, {
    line: innerHeight * 0.3,
    height: innerHeight,
    isAtEnd: innerHeight + scrollY >= scrollHeight - 2,
    anchored: ids.indexOf(location.hash.slice(1)),
  })
  return ids[at] ?? null
}

/** The id of the current section; null above the first one, and on the server. */
const useCurrentSection = (ids: readonly string[]): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readCurrent(ids),
    () => null,
  )

type View = {
  /** Distance from the top of the window at which a section counts as current. */
  line: number
  height: number
  isAtEnd: boolean
  /** Index of the section in the address; -1 = none. */
  anchored: number
}

/**
 * The current section, based on the distance of each section from the top of the window. At the end
 * of the page the section in the address counts while it is visible, because the last sections are
 * too short to reach the line.
 */
export function pickCurrent(
  tops: readonly number[],
  { line, height, isAtEnd, anchored }: View,
): number {
  const top = tops[anchored]
  if (isAtEnd && top !== undefined && top >= 0 && top < height) return anchored
  return tops.findLastIndex((each) => each <= line)
}
