import './styles/app.css'
import { hydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from '#web/app.tsx'
import { fetchTexts } from '#web/api/fetch-texts.ts'
import { createQueryClient } from '#web/api/query.ts'
import { createFetchTransport } from '#web/api/transport.ts'
import { allowInjectedStyles } from '#web/lib/allow-injected-styles.ts'
import { writePreferenceCookie } from '#web/lib/cookie.ts'
import { createI18n } from '#web/lib/create-i18n.ts'
import type { PageState } from '#web/lib/page-state.ts'
import { resolveLazyRoutes } from '#web/lib/resolve-lazy-routes.ts'
import { servicesContext, type Services } from '#web/lib/services.ts'
import { createSessionStore, SESSION_HINT, TOKEN_KEY } from '#web/lib/session-store.ts'
import { createRoutes } from '#web/router.tsx'

async function start(state: PageState): Promise<void> {
  allowInjectedStyles()
  const i18n = createI18n(state.language, { [state.language]: state.texts })
  const transport = createFetchTransport({
    fetch: (input, init) => fetch(input, init),
    token: () => session.token(),
    language: () => i18n.language,
    onSessionRefused: (token) => session.drop(token),
  })
  const session = createSessionStore({
    presumed: state.presumed,
    storage: localStorage,
    transport: () => transport,
    onChange(isSignedIn) {
      writePreferenceCookie(SESSION_HINT, isSignedIn ? '1' : null)
      // What one account saw is not for the next one; public data may be asked for again.
      if (!isSignedIn) queryClient.removeQueries({ predicate: ({ queryKey }) => !isPublicQuery(queryKey[0]) })
    },
  })
  const queryClient = createQueryClient(transport)
  hydrate(queryClient, state.queries)
  const services: Services = { i18n, queryClient, readTexts: fetchTexts, isServer: false }

  const routes = createRoutes()
  await resolveLazyRoutes(matchRoutes(routes, location))
  const router = createBrowserRouter(routes, {
    hydrationData: state.router,
    getContext: () => new RouterContextProvider(new Map([[servicesContext, services]])),
  })
  hydrateRoot(
    document,
    <StrictMode>
      <App services={services} session={session} site={state.site} theme={state.theme}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>,
  )
  void session.check()
  // Signing in or out in another tab reaches this one.
  addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) void session.check()
  })
}

const isPublicQuery = (name: unknown) => name === 'getHighlights' || name === 'getPublicStats'

const state = globalThis.__STOREDAWN__
if (state) void start(state)
