import { useNavigate } from 'react-router'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { useSessionStore } from '#web/lib/session.tsx'
import { writeSessionText } from '#web/lib/use-session-text.ts'
import { paths } from '#web/paths.ts'

/** Final step of every sign-in: stores the token, loads its user and opens the pricing page. */
export function useArrival(): (token: string) => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async (token) => {
    await store.signIn(token)
    writeSessionText(PENDING_VERIFICATION_KEY, null)
    await navigate(paths.pricing())
  }
}
