import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSite } from '#web/lib/app/site.tsx'
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

const groups = [
  {
    title: 'product',
    links: [
      ['features', paths.features()],
      ['sample', paths.sample()],
      ['pricing', paths.pricing()],
      ['leadScore', paths.leadScore()],
      ['freshness', paths.freshness()],
    ],
  },
  {
    title: 'resources',
    links: [
      ['blog', paths.blog()],
      ['community', '#community'],
      ['caseStudies', paths.caseStudies()],
    ],
  },
  {
    title: 'company',
    links: [
      ['about', paths.about()],
      ['contact', paths.contact()],
      ['optOut', paths.optOut()],
    ],
  },
] as const

export function Footer() {
  const { t } = useTranslation('footer')
  // A link with only a hash would drop the query: filters, dates, the page.
  const { search } = useLocation()
  return (
    <footer data-print="no" className="mt-16 border-t border-line bg-surface text-sm">
      <div className="page grid grid-cols-3 gap-x-4 gap-y-7 py-9 sm:gap-x-10 lg:grid-cols-[minmax(0,1.5fr)_repeat(3,minmax(0,1fr))]">
        <div id="community" className="col-span-full lg:col-span-1">
          <Logo />
          <p className="mt-2 mb-4 text-muted">{t('tagline')}</p>
          <HydratingSuspense>
            <NewsletterBox />
          </HydratingSuspense>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)} className="min-w-0">
            <h2 className="eyebrow mb-1.5">{t(title)}</h2>
            <ul>
              {links.map(([name, to]) => (
                <li key={name}>
                  <Link
                    to={to.startsWith('#') ? { search, hash: to } : to}
                    className="inline-flex min-h-7 items-center wrap-anywhere hover:underline pointer-coarse:min-h-11"
                  >
                    {t(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <LegalLine />
    </footer>
  )
}

/** Who is behind it, as configured, and the legal texts. */
function LegalLine() {
  const { t } = useTranslation('footer')
  const { operator } = useSite()
  const behind = [operator.name, operator.address].filter((part) => part !== null)
  return (
    <div className="page flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-line py-4 text-xs text-faint">
      <p>
        {t('independent')} {t('dates')}
      </p>
      {behind.length > 0 && <p className="whitespace-pre-line">{behind.join(', ')}</p>}
      <p className="flex gap-4">
        {(['privacy', 'terms'] as const).map((name) => (
          <Link
            key={name}
            to={paths[name]()}
            className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
          >
            {t(name)}
          </Link>
        ))}
      </p>
    </div>
  )
}
