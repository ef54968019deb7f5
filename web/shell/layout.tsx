import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { detectLanguage, type Language } from '#i18n/languages.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type Services, servicesOf, useServices } from '#web/lib/app/services.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { whenMounted } from '#web/lib/browser/elements.ts'
import {
  changeLanguage,
  inLanguage,
  languageInSearch,
  onLanguageChosen,
  savedLanguage,
} from '#web/lib/i18n/language.ts'
import { layoutNamespaces, loadTexts } from '#web/lib/i18n/load-texts.ts'
import { PaletteHost } from '#web/shell/palette/palette-host.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { AnnouncementBanner, useIsBannerVisible } from './announcement-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useWorkScreen, WorkBottomBar, WorkRail } from './work-frame.tsx'

export async function rootLoader({ context }: LoaderFunctionArgs): Promise<null> {
  await loadTexts(servicesOf(context), layoutNamespaces)
  return null
}

export function RootLayout() {
  return (
    <Layout>
      <Outlet />
      <PaletteHost />
    </Layout>
  )
}

/** Shown when a page fails; the layout around it stays usable. */
export function PageError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  // Retry a failed call on the spot; after an error in the code, reload the page.
  const retry = () => (error instanceof ApiError ? void revalidate() : location.reload())
  return (
    <div className="page py-16">
      <ErrorState error={error} onRetry={retry} headingLevel="h1" />
    </div>
  )
}

export function RootError() {
  return (
    <main>
      <PageError />
    </main>
  )
}

function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-60 rounded-md bg-action px-4 py-3 font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skipToContent')}
      </a>
      <NavigationProgress />
      <Banner />
      <Header />
      <Beginning />
      <main id="main" tabIndex={-1} className="relative flex-1 outline-none">
        {children}
      </main>
      <Ending />
      <Toaster />
      <LanguageSync />
      <FocusOnNavigation />
      <ScrollRestoration />
      <LateAnchor />
    </div>
  )
}

/** It depends on the address, and its surroundings do not render again on every navigation. */
function Banner() {
  const isVisible = useIsBannerVisible()
  const { isBannerClosed } = useSite()
  const [isOpen, setOpen] = useState(!isBannerClosed)
  return isOpen && isVisible && <AnnouncementBanner onClose={() => setOpen(false)} />
}

function Beginning() {
  const current = useWorkScreen()
  return current && <WorkRail current={current} />
}

/** Screens of work end without a footer. */
function Ending() {
  const current = useWorkScreen()
  return current ? <WorkBottomBar current={current} /> : <Footer />
}

/** The focus moves to the new page's content, as after a page load. */
function FocusOnNavigation() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // The user has opened a menu or dialog in the meantime, or the page has set the focus itself.
    if (document.activeElement?.closest('[role=menu], [role=dialog], [data-first-focus]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}

/** `ScrollRestoration` finds no anchor in a part that mounts later. */
function LateAnchor() {
  const { key, hash } = useLocation()
  useEffect(
    () => (hash ? whenMounted(hash.slice(1), (anchor) => anchor.scrollIntoView()) : undefined),
    [key, hash],
  )
  return null
}

/** Fast navigations never show it. */
function NavigationProgress() {
  const navigation = useNavigation()
  if (navigation.state === 'idle') return null
  return <div className="progress-line" aria-hidden />
}

/**
 * A change of the address changes the language, and a language that the visitor picks the address.
 */
function LanguageSync() {
  const services = useServices()
  const navigate = useNavigate()
  const location = useLocation()
  const isSettled = useNavigation().state === 'idle'
  /** Picked, but not in the address yet. */
  const chosen = useRef<Language | null>(null)
  const updateAddress = useEffectEvent(() => {
    // The visitor followed a link while the texts loaded. Navigating now would cancel that; the
    // next page's address gets the language.
    if (!chosen.current || !isSettled) return
    void navigate(...inLanguage(location, chosen.current))
    chosen.current = null
  })
  const { search } = location
  useEffect(() => {
    if (!chosen.current) followAddress(services, search)
  }, [search, services])
  useEffect(() => {
    return onLanguageChosen((language) => {
      chosen.current = language
      updateAddress()
    })
  }, [])
  useEffect(() => updateAddress(), [isSettled])
  return null
}

/**
 * Local storage knows more than the server did, and Back may restore another `lang`. A link with
 * `lang` leaves the saved choice unchanged.
 */
function followAddress(services: Services, search: string): void {
  const param = languageInSearch(search)
  const language = detectLanguage({
    param,
    saved: savedLanguage(param),
    preferred: navigator.languages,
    pageTag: document.documentElement.lang,
  })
  // If the texts fail to load, the page stays in its current language, which is complete.
  void changeLanguage(services, language).catch(() => false)
}
