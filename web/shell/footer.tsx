import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { paths } from '#web/paths.ts'
import { Logo } from '#web/ui/logo.tsx'

// The box closes every page and is part of the server's HTML, so its script may load last. If the
// script fails to load, the page omits the box.
const NewsletterBox = lazy((): Promise<{ default: ComponentType }> =>
  import('./newsletter-box.tsx').then(
    ({ NewsletterBox: Box }) => ({ default: Box }),
    () => ({ default: () => null }),
  ),
)

// Community and case studies have no page yet; their links are in-page anchors.
const groups = [
  {
    title: 'product',
    links: [
      ['features', paths.features()],
      ['pricing', paths.pricing()],
      ['freshness', paths.freshness()],
    ],
  },
  {
    title: 'resources',
    links: [
      ['blog', paths.blog()],
      ['community', '#community'],
      ['caseStudies', '#case-studies'],
    ],
  },
  {
    title: 'company',
    links: [
      ['about', paths.about()],
      ['contact', paths.contact()],
      ['optOut', paths.optOut()],
      ['privacy', paths.privacy()],
      ['terms', paths.terms()],
    ],
  },
] as const

export function Footer() {
  const { t } = useTranslation('footer')
  // A link with only a hash would drop the query: filters, dates, the page.
  const { search } = useLocation()
  return (
    <footer data-print="no" className="mt-24 border-t border-line bg-surface">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] content-start gap-x-16 gap-y-8">
          <div>
            <Logo />
            <p className="mt-3 max-w-xs text-muted">{t('tagline')}</p>
          </div>
          <HydratingSuspense>
            <NewsletterBox />
          </HydratingSuspense>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] content-start gap-8">
          {groups.map(({ title, links }) => (
            <nav key={title} aria-label={t(title)} className="min-w-0 max-sm:last:col-span-full">
              <h2 className="eyebrow mb-2">{t(title)}</h2>
              <ul>
                {links.map(([name, to]) => (
                  <li key={name} id={to.startsWith('#') ? to.slice(1) : undefined}>
                    <Link
                      to={to.startsWith('#') ? { search, hash: to } : to}
                      className="inline-flex min-h-8 items-center text-sm wrap-anywhere hover:underline pointer-coarse:min-h-11"
                    >
                      {t(name)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <div className="page flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-line py-5 text-xs text-faint">
        <p>{t('independent')}</p>
        <p>{t('dates')}</p>
      </div>
    </footer>
  )
}
