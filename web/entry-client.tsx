import { hydrate, notifyManager } from '@tanstack/react-query'
import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { fetchTexts } from '#web/api/fetch-texts.ts'
import { CHANGES_CHANNEL, followTabs, tellingTabs } from '#web/api/other-tabs.ts'
import { createQueryClient, isPrivate } from '#web/api/query.ts'
import { createFetchTransport } from '#web/api/transport.ts'
import type { PageState } from '#web/lib/app/page-bootstrap.ts'
import { resolveLazyRoutes } from '#web/lib/app/page.tsx'
import { type Services, servicesContext } from '#web/lib/app/services.ts'
import {
  RECENT_STORES_KEY,
  rememberAccount,
  writePreferenceCookie,
} from '#web/lib/browser/browser-storage.ts'
import { replayEarlyPresses } from '#web/lib/browser/early-input.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { createSessionStore, followBrowser, SESSION_HINT } from '#web/lib/session/session-store.ts'
import { notify } from '#web/lib/toast.ts'
import { App } from './app.tsx'
import { paths } from './paths.ts'
import { createRoutes } from './router.tsx'
import './styles/app.css'

/** Yields between steps: in one piece, a slow phone would freeze. */
async function start(state: PageState): Promise<void> {
  await nextTask()
  allowInjectedStyles()
  const i18n = createI18n(state.language, { [state.language]: state.texts })
  const transport = createFetchTransport({
    fetch: (input, init) => fetch(input, init),
    token: () => session.token(),
    language: () => i18n.language,
    onSessionRefused(token) {
      if (session.drop(token)) notifySessionEnded()
    },
    onRepeat: () =>
      notify({ kind: 'info', subject: 'busy', title: i18n.t('errors:busy_retrying') }),
  })
  const session = createSessionStore({
    presumed: state.presumed,
    storage: localStorage,
    transport: () => transport,
    onChange(isSignedIn, isOtherAccount) {
      writePreferenceCookie(SESSION_HINT, isSignedIn ? '1' : null)
      if (isSignedIn) rememberAccount()
      if (!isSignedIn) localStorage.removeItem(RECENT_STORES_KEY)
      if (!isOtherAccount) return
      // The next account may ask for the same data on an open page and must not get the previous
      // account's answers.
      if (isSignedIn) void queryClient.resetQueries(privateQueries)
      else queryClient.removeQueries(privateQueries)
    },
  })
  const otherTabs = new BroadcastChannel(CHANGES_CHANNEL)
  const queryClient = createQueryClient(tellingTabs(transport, otherTabs))
  // Render an answer as soon as it arrives, not in a separate task after the next frame.
  notifyManager.setScheduler(queueMicrotask)
  hydrate(queryClient, state.queries)
  await nextTask()
  const services: Services = {
    i18n,
    htmlLanguage: state.language,
    queryClient,
    readTexts: fetchTexts,
    isServer: false,
  }

  const routes = createRoutes()
  await resolveLazyRoutes(matchRoutes(routes, location))
  const router = createBrowserRouter(routes, {
    hydrationData: state.router,
    getContext: () => new RouterContextProvider(new Map([[servicesContext, services]])),
  })
  await nextTask()
  const logInAgain = () => {
    rememberWay()
    void router.navigate(paths.login())
  }
  const notifySessionEnded = () =>
    notify({
      kind: 'info',
      title: i18n.t('errors:session_expired'),
      action: { label: i18n.t('navigation:login'), run: logInAgain },
    })
  // Without a token there is no session to check. Rendering that state is a separate task after
  // hydration.
  const answer = session.token() === null ? null : session.check()
  const onReady = () => {
    // From here on the page handles keys and presses itself; the end-to-end tests wait for this
    // moment.
    Reflect.deleteProperty(globalThis, '__EARLY_PRESSES__')
    void (answer ?? session.check())
  }
  hydratePage(
    <App services={services} session={session} site={state.site} theme={state.theme}>
      <RouterProvider router={router} />
    </App>,
    onReady,
  )
  followBrowser(session, window)
  followTabs(queryClient, otherTabs, document)
}

/**
 * Hydrates in slices, so that scrolling and typing stay responsive. React hydrates a pressed part
 * at once.
 */
function hydratePage(app: ReactNode, onReady: () => void): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <AfterHydration run={onReady}>{app}</AfterHydration>
      </StrictMode>,
    )
  })
  replayEarlyPresses(globalThis.__EARLY_PRESSES__?.() ?? [])
}

/** Wraps the app. As a sibling it would change the ids that the server generated. */
function AfterHydration({ run, children }: { run: () => void; children: ReactNode }) {
  useEffect(() => void nextTask().then(run), [run])
  return children
}

/** Uses a message, because browsers delay timers in a background tab by a second. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

const privateQueries = { predicate: isPrivate }

const state = globalThis.__STOREDAWN__
if (state) void start(state)

declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * The scroll lock of dialogs and menus adds a style element, which our policy allows only with the
 * page's nonce. Its code calls `get-nonce`, which reads this global.
 */
function allowInjectedStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
