import { useNavigate } from 'react-router'
import { PENDING_VERIFICATION_KEY, writeSessionText } from '#web/lib/browser/browser-storage.ts'
import { takeWay } from '#web/lib/navigation/way.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

/**
 * Final step of every sign-in: stores the token, loads its user and opens the place that the visitor
 * was going to, otherwise the pricing page.
 */
export function useSignInRedirect(): (token: string) => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async (token) => {
    await store.signIn(token)
    writeSessionText(PENDING_VERIFICATION_KEY, null)
    await navigate(takeWay(store.current()) ?? paths.pricing())
  }
}
