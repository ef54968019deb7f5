import { useNavigate } from 'react-router'
import { useSessionStore } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** Navigates first; otherwise a guarded page would redirect the visitor to the prices as soon as the session ends. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async () => {
    await navigate(paths.home())
    await store.signOut()
  }
}
