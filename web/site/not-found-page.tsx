import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { pageLoader, PageMeta, StructuredData } from '#web/lib/app/page.tsx'
import { usePagePath, useSite } from '#web/lib/app/site.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function NotFoundPage() {
  const { t } = useTranslation('pages')
  const { pathname } = useLocation()
  const path = usePagePath()
  const { origin } = useSite()
  useReportMissingPath(pathname)
  return (
    <div className="page grid max-w-3xl justify-items-start gap-5 py-16 sm:py-24">
      <PageMeta page="notFound" noindex />
      <StructuredData
        thing={{
          '@type': 'WebPage',
          name: t('notFound.title'),
          description: t('notFound.description'),
          url: origin + path,
        }}
      />
      <p className="text-[clamp(6rem,22vw,13rem)] leading-[0.8] font-bold tracking-normal text-control">
        <span className="sr-only">404</span>
        <span aria-hidden>
          4<SunZero />4
        </span>
      </p>
      <Badge tone="sun">{t('notFound.badge')}</Badge>
      <h1 className="text-2xl">{t('notFound.title')}</h1>
      <p className="max-w-prose text-lg text-muted">{t('notFound.description')}</p>
      {/* One page answers for all missing addresses: which one it is only a script can say. */}
      <p className="max-w-full text-sm text-muted noscript:hidden">
        {t('notFound.asked')}{' '}
        <code className="wrap-anywhere text-ink">
          {path === paths.missing() ? '…' : shownPath(path)}
        </code>
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton to={paths.home()}>{t('notFound.home')}</LinkButton>
        <LinkButton to={paths.contact()} variant="secondary">
          {t('notFound.contact')}
        </LinkButton>
      </div>
    </div>
  )
}

export { NotFoundPage as Component }

export const loader = pageLoader([])

const MAX_SHOWN = 120

/**
 * Decodes the path where possible and truncates it; the rest of a very long address is of no use.
 */
function shownPath(pathname: string): string {
  const path = decoded(pathname)
  return path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname // An incomplete escape sequence: show the path as received.
  }
}

/** The zero of the 404: a sun that has not fully risen. */
function SunZero() {
  return (
    <svg viewBox="0 0 30 32" className="mx-[0.06em] inline-block h-[0.72em] align-baseline">
      <path d="M1 18a14 18 0 0 1 28 0z" className="fill-sun" />
      <path d="M1 22.5h28M5 27h20M10 31h10" className="stroke-control" strokeWidth="2" />
    </svg>
  )
}

const reported = new Set<string>()

/** Logs a path that has no page, as section 2 of the specification requires. */
function useReportMissingPath(pathname: string): void {
  useEffect(() => {
    console.warn('no page at', pathname) // oxlint-disable-line no-console -- the specification asks for it: section 2, 404 page
    reportMissingPath(pathname, {
      reported,
      loadedPath: loadedPath(),
      origin: location.origin,
      fetch: window.fetch,
    })
  }, [pathname])
}

/** The path that this document was loaded from, even if the address has changed since. */
function loadedPath(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, location.href).pathname : null
}

type Browser = {
  /** Paths that this page has already requested from the server. */
  reported: Set<string>
  loadedPath: string | null
  origin: string
  fetch: (address: string, init: RequestInit) => Promise<unknown>
}

/**
 * The server's log already has the path of the page load. For a path that an in-page link led to,
 * this function sends one request without credentials, so that the log gets that path too.
 */
export function reportMissingPath(
  pathname: string,
  { reported, loadedPath, origin, fetch }: Browser,
): void {
  if (reported.has(pathname) || pathname === loadedPath) return
  reported.add(pathname)
  // The answer is 404, and the request exists only for the log. Without a connection the failure is
  // ignored. Concatenated, because `//x/y` must remain a path on our host.
  fetch(origin + pathname, { method: 'HEAD', credentials: 'omit', cache: 'no-store' }).catch(
    () => undefined,
  )
}
