import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRestoration } from 'react-router'
import { AnnouncementBanner } from './announcement-banner.tsx'
import { FocusOnNavigation } from './focus-on-navigation.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LanguageKeeper } from './language-keeper.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { useBannerPlace } from './use-banner-place.ts'
import { useSite } from '#web/lib/site.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

/** Frame around every page. */
export function Layout({ children }: { children: ReactNode }) {
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
      <main id="main" tabIndex={-1} className="relative flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <Toaster />
      <LanguageKeeper />
      <FocusOnNavigation />
      <ScrollRestoration />
    </div>
  )
}

/** A separate component, because it depends on the address: its surroundings do not re-render on every navigation. */
function Banner() {
  const hasPlace = useBannerPlace()
  const { isBannerClosed } = useSite()
  const [isShown, setShown] = useState(!isBannerClosed)
  return isShown && hasPlace && <AnnouncementBanner onClose={() => setShown(false)} />
}
