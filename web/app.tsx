import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { type Services, ServicesProvider } from '#web/lib/app/services.ts'
import { type Site, SiteProvider } from '#web/lib/app/site.tsx'
import { canvasOf, schemes, type Theme } from '#web/lib/browser/theme.ts'
import type { SessionStore } from '#web/lib/session/session-store.ts'
import { SessionProvider } from '#web/lib/session/session.tsx'

type Props = {
  services: Services
  session: SessionStore
  site: Site
  theme: Theme
  children: ReactNode
}

/**
 * Everything around the router; identical on the server and in the browser. React renders the whole
 * document.
 */
export function App({ services, session, site, theme, children }: Props) {
  return (
    <I18nextProvider i18n={services.i18n}>
      <QueryClientProvider client={services.queryClient}>
        <ServicesProvider value={services}>
          <SessionProvider value={session}>
            <SiteProvider value={site}>
              <Document theme={theme}>{children}</Document>
            </SiteProvider>
          </SessionProvider>
        </ServicesProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
}

function Document({ theme, children }: { theme: Theme; children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <html lang={i18n.language} data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {schemes.map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={canvasOf(theme, scheme)}
          />
        ))}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>{children}</body>
    </html>
  )
}
